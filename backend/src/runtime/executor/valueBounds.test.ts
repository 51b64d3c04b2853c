import { afterAll, beforeAll, expect, test } from "vitest";
import { TestApp } from "../../../test/support/fixtureApp.ts";

const LARGE = `
export const answer = query((ctx, { length }) => "x".repeat(length));
export const fromAction = action((ctx, { length }) => "x".repeat(length));
export const length = query((ctx, { text }) => text.length);
`;
const mebibyte = 1024 * 1024;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ "": { "large.js": LARGE } });
});
afterAll(() => app.stop());

test("refuses a result over 16 MiB with a reason and accepts a large one", async () => {
  const refusal = /The return value of the function is too large/;
  const tooLong = { length: 17 * mebibyte };
  await expect(app.query("large:answer", tooLong)).rejects.toThrow(refusal);
  await expect(app.action("large:fromAction", tooLong)).rejects.toThrow(
    refusal,
  );
  const allowed = await app.query("large:answer", { length: 15 * mebibyte });
  expect(allowed).toHaveLength(15 * mebibyte);
});

test("refuses arguments over 16 MiB with a reason and accepts large ones", async () => {
  const text = "x".repeat(17 * mebibyte);
  await expect(app.query("large:length", { text })).rejects.toThrow(
    /Arguments of the function is too large/,
  );
  const allowed = text.slice(0, 15 * mebibyte);
  expect(await app.query("large:length", { text: allowed })).toBe(
    15 * mebibyte,
  );
});
