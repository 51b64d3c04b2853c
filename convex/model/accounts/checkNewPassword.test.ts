import { expect, test } from "vitest";
import { isCommonPassword } from "./isCommonPassword";
import { checkNewPassword } from "./checkNewPassword";

const ASHA = { email: "asha.beats@example.com", username: "AshaBeats" };
const check = (password: string) => checkNewPassword(password, ASHA);

test.each([
  ["", "PASSWORD_REQUIRED"],
  ["qwert", "PASSWORD_TOO_SHORT"],
  ["x".repeat(201), "PASSWORD_TOO_LONG"],
  ["asha.beats@example.com", "PASSWORD_IS_NAME"],
  ["ASHA.BEATS", "PASSWORD_IS_NAME"],
  [" ashabeats ", "PASSWORD_IS_NAME"],
  ["AshaBeats2026", "PASSWORD_IS_NAME"],
  ["asha_beats 1!", "PASSWORD_IS_NAME"],
  ["password", "PASSWORD_COMMON"],
  ["gullycypher", "PASSWORD_COMMON"],
  ["Gully Cypher 2026", "PASSWORD_COMMON"],
  ["गली साइफ़र", "PASSWORD_COMMON"],
  ["PassWord1", "PASSWORD_COMMON"],
  ["ｐａｓｓｗｏｒｄ", "PASSWORD_COMMON"],
  ["654321", "PASSWORD_COMMON"],
  ["121212", "PASSWORD_COMMON"],
  ["qwertyqwerty", "PASSWORD_COMMON"],
  ["mnbvcxz", "PASSWORD_COMMON"],
  ["0987654321", "PASSWORD_COMMON"],
  ["01012009", "PASSWORD_COMMON"],
  ["aaaaaaaaaaaaaaaaaaaa", "PASSWORD_COMMON"],
] as const)("refuses %j: %s", (password, code) => {
  expect(check(password)).toBe(code);
});

test.each([
  "gully nights at nine",
  "पासवर्ड नहीं है",
  "asha.beats loves drums",
  "h7Kq2w",
])("accepts %j", (password) => {
  expect(check(password)).toBeNull();
});

test("checks a very long password as fast as a short one", () => {
  expect(isCommonPassword("ab".repeat(100) + "!")).toBe(false);
});
