import { resolve } from "node:path";
import { expect, test } from "vitest";
import { defaultOrigin, helpText, parseOptions } from "./options.ts";

test("listens on this machine only by default", () => {
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

test.each([
  ["127.0.0.1", "http://localhost:5173"],
  ["0.0.0.0", "http://localhost:5173"],
  ["::", "http://localhost:5173"],
  ["::1", "http://[::1]:5173"],
  ["192.168.1.5", "http://192.168.1.5:5173"],
])("a server that listens on %s is told by %s", (host, origin) => {
  expect(defaultOrigin(host, 5173)).toBe(origin);
});

test("reports all invalid values at once", () => {
  const parse = () =>
    parseOptions([], { PORT: "http", SITE_URL: "gully", PRODUCTION: "maybe" });
  expect(parse).toThrow("--port (PORT) must be a whole number from 0 to 65535");
  expect(parse).toThrow("--site-url (SITE_URL)");
  expect(parse).toThrow("--production (PRODUCTION) must be true or false");
});

test("refuses an unknown flag", () => {
  expect(() => parseOptions(["--prot", "1"], {})).toThrow("--prot");
});

test("lists every flag with its variable in the help text", () => {
  expect(parseOptions(["--help"], {})).toBeNull();
  expect(helpText()).toContain("MAX_UPLOAD_BYTES");
});

test.each([
  ["the site", { SITE_URL: "https://gully.example" }, "https://gully.example"],
  [
    "the API",
    { CONVEX_CLOUD_ORIGIN: "https://api.example" },
    "https://api.example",
  ],
  ["this machine", { PORT: "4000" }, "http://127.0.0.1:4000"],
])(
  "refuses to serve files with their own types at the address of %s",
  (_, env, origin) => {
    const parse = () => parseOptions([], { ...env, FILE_ORIGIN: origin });
    expect(parse).toThrow(
      "--file-origin (FILE_ORIGIN) must have a host of its",
    );
  },
);

test("accepts a separate host for files", () => {
  const env = { PORT: "4000", FILE_ORIGIN: "http://files.localhost:4000" };
  expect(parseOptions([], env)?.fileOrigin).toBe("http://files.localhost:4000");
});
