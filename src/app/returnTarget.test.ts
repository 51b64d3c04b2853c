import { expect, it } from "vitest";
import { readNotice, rememberTarget, returnTarget } from "./returnTarget";

const place = (pathname: string, search = "", hash = "") => ({
  pathname,
  search,
  hash,
  state: null,
  key: "k",
  unstable_mask: undefined,
});

it("comes back to the whole address", () => {
  const state = rememberTarget(place("/beats/7", "?tab=verses", "#top"));
  expect(returnTarget(state)).toBe("/beats/7?tab=verses#top");
});

it.each([
  null,
  undefined,
  "x",
  {},
  { from: 7 },
  { from: "//evil.example" },
  { from: "https://evil.example" },
])("goes home when the state is %j", (state) => {
  expect(returnTarget(state)).toBe("/home");
});

it("reads only the notice it knows", () => {
  expect(readNotice({ notice: "notConfirmed" })).toBe("notConfirmed");
  expect(readNotice({ notice: "<b>" })).toBeNull();
});
