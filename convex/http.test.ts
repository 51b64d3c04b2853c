import { afterEach, expect, test, vi } from "vitest";
import { setAuthKeys } from "./testing/test.authKeys";
import { makeEmptyWorld } from "./testing/test.world";

afterEach(() => vi.unstubAllEnvs());

test("serves the keys that verify tokens", async () => {
  await setAuthKeys();
  const { t } = await makeEmptyWorld();
  const response = await t.fetch("/.well-known/jwks.json");
  // a key set as RFC 7517 defines it
  const { keys } = (await response.json()) as { keys: { kty: string }[] };
  expect(keys.map(({ kty }) => kty)).toEqual(["RSA"]);
});
