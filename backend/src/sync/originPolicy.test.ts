import { expect, test } from "vitest";
import { isAllowedOrigin } from "./originPolicy.ts";

const configured = new Set(["https://gully.example"]);

test.each([
  ["a program", undefined, "api.example"],
  ["a page of the same host", "https://api.example", "api.example"],
  ["a configured page", "https://gully.example", "api.example"],
  ["a development server", "http://localhost:5173", "127.0.0.1:3210"],
])("%s may connect", (_, origin, host) => {
  expect(isAllowedOrigin(origin, host, configured)).toBe(true);
});

test.each([
  ["a page of another host", "https://evil.example", "api.example"],
  ["a page without an origin", "null", "api.example"],
  ["a local page", "http://localhost:5173", "api.example"],
  ["a page of another port", "https://api.example:8443", "api.example"],
  ["a look-alike", "https://gully.example.evil.example", "api.example"],
])("%s may not connect", (_, origin, host) => {
  expect(isAllowedOrigin(origin, host, configured)).toBe(false);
});

test("an asterisk allows every page", () => {
  expect(isAllowedOrigin("https://evil.example", "x", new Set(["*"]))).toBe(
    true,
  );
});
