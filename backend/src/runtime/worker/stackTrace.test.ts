import { expect, test } from "vitest";
import { functionFrames } from "./stackTrace.ts";

function shown(...locations: string[]): string {
  const error = new Error("x");
  error.stack = `Error: x\n${locations.map((location) => `    at handler (${location})`).join("\n")}`;
  return functionFrames(error, "/data/modules/1").trim();
}

test.each([
  // A bundle has its own copy of the folder `convex`.
  ["file:///data/modules/1/convex/p.ts:3:9", "../convex/p.ts:3:9"],
  ["/data/modules/1/0/convex/deep/p.ts:3:9", "../convex/deep/p.ts:3:9"],
  ["/data/modules/1/p.js:3:9", "../convex/p.js:3:9"],
  ["file:///home/me/app/convex/p.ts:3:9", "../convex/p.ts:3:9"],
])("%s is shown as %s", (location, path) => {
  expect(shown(location)).toBe(`at handler (${path})`);
});

test("leaves out frames of Convex's library and of the server", () => {
  expect(
    shown(
      "/app/node_modules/convex/src/server/x.ts:1:1",
      "/convex/backend/src/server.ts:1:1",
    ),
  ).toBe("");
});
