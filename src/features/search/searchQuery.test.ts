import { expect, it } from "vitest";
import { readSearchQuery, writeSearchQuery } from "./searchQuery";

const read = (search: string) => readSearchQuery(new URLSearchParams(search));

it("survives the way through the address", () => {
  const query = { text: "गली & co", state: "Delhi", role: "rapper" } as const;
  expect(read(writeSearchQuery(query).toString())).toEqual(query);
});

it("leaves an empty search out of the address", () => {
  const query = { text: "", state: null, role: null };
  expect(writeSearchQuery(query).toString()).toBe("");
});

it("ignores states and roles that are none, and listeners, who are not artists", () => {
  const nothing = { text: "", state: null, role: null };
  expect(read("state=Atlantis&role=admin")).toEqual(nothing);
  expect(read("role=listener")).toEqual(nothing);
});
