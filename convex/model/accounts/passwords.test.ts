import { expect, test } from "vitest";
import { hashPassword, newSalt, passwordCrypto, saltOf } from "./passwords";

test("the hash depends on the password and the salt alone", async () => {
  const salt = newSalt();
  const hash = await hashPassword("secret1", salt);
  expect(saltOf(hash)).toBe(salt);
  expect(await hashPassword("secret1", salt)).toBe(hash);
  expect(await hashPassword("secret1", newSalt())).not.toBe(hash);
  expect(await hashPassword("secret2", salt)).not.toBe(hash);
});

test("composed and decomposed letters give the same hash", async () => {
  const salt = newSalt();
  const composed = await hashPassword("caf\u00e9", salt);
  expect(await hashPassword("cafe\u0301", salt)).toBe(composed);
});

test("only an equal hash verifies", async () => {
  const { verifySecret } = passwordCrypto;
  expect(await verifySecret("a$1", "a$1")).toBe(true);
  expect(await verifySecret("a$1", "a$2")).toBe(false);
  expect(await verifySecret("a$1", "a$12")).toBe(false);
  expect(await verifySecret("a$1", "")).toBe(false);
});

test("the hash has the rounds that it names", async () => {
  // Computed with Node's pbkdf2Sync.
  expect(await hashPassword("secret1", "00".repeat(16))).toBe(
    `pbkdf2-sha512$210000$${"00".repeat(16)}$1372557a4814e8bb945535aab8938e449414bd082b0b24f4ecd3f57239975016`,
  );
});
