import { afterEach, expect, test, vi } from "vitest";
import { setAuthKeys } from "./test.auth";
import { makeEmptyWorld } from "./test.setup";

afterEach(() => vi.unstubAllEnvs());

test("the keys that tokens are checked with are served", async () => {
  await setAuthKeys();
  const { t } = await makeEmptyWorld();
  const response = await t.fetch("/.well-known/jwks.json");
  const { keys } = (await response.json()) as { keys: { kty: string }[] }; // RFC 7517
  expect(keys.map(({ kty }) => kty)).toEqual(["RSA"]);
});
