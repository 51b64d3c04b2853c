import { expect, test } from "vitest";
import { readSearchQuery, searchArgs, writeSearchQuery } from "./searchQuery";

const read = (search: string) => readSearchQuery(new URLSearchParams(search));

test("reads a query back from the address", () => {
  const query = { text: "गली & co", state: "Delhi", role: "rapper" } as const;
  expect(read(writeSearchQuery(query).toString())).toEqual(query);
});

test("leaves an empty search out of the address", () => {
  const query = { text: "", state: null, role: null };
  expect(writeSearchQuery(query).toString()).toBe("");
});

test("ignores unknown states and roles, and listeners", () => {
  const nothing = { text: "", state: null, role: null };
  expect(read("state=Atlantis&role=admin")).toEqual(nothing);
  expect(read("role=listener")).toEqual(nothing);
});

test("sends equal arguments for equivalent texts and limits their length", () => {
  const filter = { state: "Delhi", role: "rapper" } as const;
  const ask = (text: string) => searchArgs({ text, ...filter });
  expect(ask("  MC Divine ")).toEqual({ text: "mc divine", ...filter });
  expect(ask("É")).toEqual(ask("e\u0301"));
  expect(ask("a".repeat(100_000)).text.length).toBeLessThan(1000);
});
