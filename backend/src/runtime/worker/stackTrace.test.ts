import { expect, test } from "vitest";
import { cpuMsOf } from "../../../test/support/cpuTime.ts";
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

test("names the function of a frame, also in a folder with brackets", () => {
  expect(shown("/home/me/app (1)/convex/p.ts:3:9")).toBe(
    "at handler (../convex/p.ts:3:9)",
  );
  const error = new Error("x");
  error.stack = "Error: x\n    at /home/me/app (1)/convex/p.ts:3:9";
  expect(functionFrames(error, "/data").trim()).toBe("at ../convex/p.ts:3:9");
});

test("takes no frames from the message", () => {
  const error = new Error("There is no\n    at evil (/convex/x.ts:1:1)");
  expect(functionFrames(error, "/data")).not.toContain("evil");
});

test("a stack that names no file leaves out only that line", () => {
  expect(shown("file://evil/convex/p.ts:1:1", "/convex/p.ts:3:9")).toBe(
    "at handler (../convex/p.ts:3:9)",
  );
});

test.each([
  ["brackets", " (".repeat(500_000)],
  ["colons", ":1:1 (".repeat(200_000)],
  ["blanks", " ".repeat(1_000_000)],
  ["digits", `:${"1".repeat(1_000_000)}`],
  ["lines", "\n    at x (/convex/p.ts:1:1)x".repeat(50_000)],
  ["line breaks", "\n".repeat(1_000_000)],
])("takes time in proportion to a stack of %s", async (_name, text) => {
  const error = new Error("x");
  error.stack = `Error: y\n    at ${text}`;
  const tookMs = await cpuMsOf(() => functionFrames(error, "/data"));
  expect(tookMs).toBeLessThan(1_000);
});
