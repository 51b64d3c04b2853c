import { expect, test } from "vitest";
import { readNotice, rememberTarget, returnTarget } from "./returnTarget";

const place = (pathname: string, search = "", hash = "") => ({
  pathname,
  search,
  hash,
  state: null,
  key: "k",
});

test("returns to the full address", () => {
  const state = rememberTarget(place("/beats/7", "?tab=verses", "#top"));
  expect(returnTarget({ state, search: "" })).toBe("/beats/7?tab=verses#top");
});

test("returns to the path that the address names", () => {
  const search = `?next=${encodeURIComponent("/beats/7#verse-1")}`;
  expect(returnTarget({ state: null, search })).toBe("/beats/7#verse-1");
});

test("the page that sent the visitor here matters more than the address", () => {
  const state = { from: "/search" };
  expect(returnTarget({ state, search: "?next=/beats/7" })).toBe("/search");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "https://evil.example",
  "x",
  "",
])("goes home when the address names %j", (next) => {
  const search = `?${new URLSearchParams({ next }).toString()}`;
  expect(returnTarget({ state: null, search })).toBe("/home");
});

test.each([
  null,
  undefined,
  "x",
  {},
  { from: 7 },
  { from: "//evil.example" },
  { from: "/\\evil.example" },
  { from: "/\r/evil.example" },
  { from: "https://evil.example" },
])("goes home when the state is %j", (state) => {
  expect(returnTarget({ state, search: "" })).toBe("/home");
});

test("ignores unknown notices", () => {
  expect(readNotice({ notice: "notConfirmed" })).toBe("notConfirmed");
  expect(readNotice({ notice: "<b>" })).toBeNull();
});
