import { resolve } from "node:path";
import { expect, test } from "vitest";
import { helpText, parseOptions } from "./options.ts";

test("without anything it listens on this machine only", () => {
  expect(parseOptions([], {})).toMatchObject({
    host: "127.0.0.1",
    port: 3210,
    dataDir: resolve(".data"),
    isProduction: false,
  });
});

test("flags win over the environment", () => {
  const options = parseOptions(["--port", "1", "--production"], {
    PORT: "2",
    HOST: "0.0.0.0",
    SITE_URL: "https://gully.example/",
    ALLOWED_ORIGINS: "https://a.example, https://b.example",
  });
  expect(options).toMatchObject({
    port: 1,
    host: "0.0.0.0",
    isProduction: true,
    allowedOrigins: new Set([
      "https://gully.example",
      "https://a.example",
      "https://b.example",
    ]),
  });
});

test("everything that is wrong is named at once", () => {
  const parse = () =>
    parseOptions([], { PORT: "http", SITE_URL: "gully", PRODUCTION: "maybe" });
  expect(parse).toThrow("--port (PORT) must be a whole number from 0 to 65535");
  expect(parse).toThrow("--site-url (SITE_URL)");
  expect(parse).toThrow("--production (PRODUCTION) must be true or false");
});

test("an unknown flag is refused", () => {
  expect(() => parseOptions(["--prot", "1"], {})).toThrow("--prot");
});

test("help names every flag with its variable", () => {
  expect(parseOptions(["--help"], {})).toBeNull();
  expect(helpText()).toContain("MAX_UPLOAD_BYTES");
});
