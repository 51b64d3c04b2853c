import { stat } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestApp } from "../../../test/support/fixtureApp.ts";

const HASHES = `
async function hash(iterations) {
  const key = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
  const way = { name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(8), iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(way, key, 32)).join();
}
export const inQuery = query((ctx, { iterations }) => hash(iterations));
export const inAction = action((ctx, { iterations }) => hash(iterations));
export const manyInAction = action((ctx, { count }) =>
  Promise.all(Array.from({ length: count }, () =>
    hash(1).then(() => "derived", (error) => error.message))));
export const failing = query(() => crypto.subtle.deriveBits("PBKDF2", null, 32));
`;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(
    { "": { "hashes.js": HASHES } },
    { functionTimeoutMs: 2_000, actionTimeoutMs: 2_000 },
  );
});
afterAll(() => app.stop());

test("derives keys as usual, and a failure does not stop the next one", async () => {
  const expected = await app.query("hashes:inQuery", { iterations: 1_000 });
  await expect(app.query("hashes:failing")).rejects.toThrow();
  const again = await app.action("hashes:inAction", { iterations: 1_000 });
  expect(again).toBe(expected);
});

test("refuses 29 of eighty simultaneous derivations with a reason and accepts later ones", async () => {
  const texts = await app.action("hashes:manyInAction", { count: 80 });
  const refusals = (texts as string[]).filter((text) => text !== "derived");
  expect(refusals).toHaveLength(29);
  expect(refusals[0]).toContain("50 derivations of keys (crypto.subtle) wait");
  const again = app.action("hashes:inAction", { iterations: 1 });
  await expect(again).resolves.toContain(",");
});

test.each([
  ["queries", () => app.query("hashes:inQuery", { iterations: 2_000_000 })],
  ["actions", () => app.action("hashes:inAction", { iterations: 2_000_000 })],
])(
  "a hundred derivations in %s leave threads for files and are dropped with their calls",
  async (_, derive) => {
    const derivations = Array.from({ length: 100 }, () =>
      derive().then(
        () => "derived",
        () => "ended",
      ),
    );
    let hasEnded = false;
    void Promise.all(derivations).then(() => (hasEnded = true));
    let looks = 0;
    while (!hasEnded) {
      await stat(import.meta.filename);
      looks += 1;
    }
    // If derivations took all threads, each look would wait for one of them to end.
    expect(looks).toBeGreaterThan(derivations.length);
    expect(await Promise.all(derivations)).toContain("ended");
    await expect
      .poll(() => app.query("hashes:inQuery", { iterations: 1 }))
      .toContain(",");
  },
);
