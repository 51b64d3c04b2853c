import { expect, test } from "vitest";
import { LIMIT_VARIABLES } from "../convex/shared/rateLimits.ts";
import { type Environment, parseAppOptions } from "./appOptions.ts";

const parse = (environment: Environment) =>
  parseAppOptions(environment, "/app");

test("without variables the app is local, hides internal errors and catches its mail", () => {
  const options = parse({});
  expect(options).toMatchObject({
    siteUrl: null,
    smtpUrl: null,
    mailPorts: { smtp: 1025, web: 1080 },
    functionEnvironment: {},
  });
  expect(options.backend).toMatchObject({
    port: 5173,
    host: "127.0.0.1",
    appRoot: "/app",
    isProduction: true,
  });
});

test("the app starts without a connection unless that is switched off", () => {
  expect(parse({}).startsOffline).toBe(true);
  expect(parse({ OFFLINE: " " }).startsOffline).toBe(true);
  expect(parse({ OFFLINE: "on" }).startsOffline).toBe(true);
  expect(parse({ OFFLINE: "off" }).startsOffline).toBe(false);
  expect(() => parse({ OFFLINE: "no" })).toThrow(
    'OFFLINE must be "on" or "off", not "no".',
  );
});

test("uses SITE_URL as the address of the site, the mails and the API", () => {
  const { siteUrl, backend } = parse({
    SITE_URL: "https://gully.example.org/",
  });
  expect(siteUrl).toBe("https://gully.example.org");
  expect(backend.cloudOrigin).toBe("https://gully.example.org");
  expect(backend.allowedOrigins).toContain("https://gully.example.org");
});

test("passes texts and limits to the functions, and nothing else", () => {
  const { functionEnvironment } = parse({
    MAIL_FROM: "Gully <no-reply@example.org>",
    SUPPORT_EMAIL: "help@example.org",
    GRIEVANCE_OFFICER: " A. Officer ",
    GRIEVANCE_ADDRESS: "1 Gully\\nMumbai",
    LIMIT_SIGN_UP_PER_ACCOUNT: "off",
    LIMIT_VOTE_PER_ORIGIN: "50",
    LIMIT_VOTE_PER_ACCOUNT: "",
    PATH: "/bin",
  });
  expect(functionEnvironment).toEqual({
    MAIL_FROM: "Gully <no-reply@example.org>",
    SUPPORT_EMAIL: "help@example.org",
    GRIEVANCE_OFFICER: "A. Officer",
    GRIEVANCE_ADDRESS: "1 Gully\nMumbai",
    LIMIT_SIGN_UP_PER_ACCOUNT: "off",
    LIMIT_VOTE_PER_ORIGIN: "50",
  });
});

test.each(["LIMIT_VOTES_PER_ACCOUNT", "LIMIT_CODE_PER_ACCOUNT", "LIMIT_VOTE"])(
  "refuses %s, which no limit reads",
  (name) => {
    expect(() => parse({ [name]: "5" })).toThrow(`There is no limit ${name}.`);
    expect(parse({ [name]: " " }).functionEnvironment).toEqual({});
  },
);

test("accepts every limit that the functions read", () => {
  const limits = Object.fromEntries(
    Array.from(LIMIT_VARIABLES, (name) => [name, "off"]),
  );
  expect(parse(limits).functionEnvironment).toEqual(limits);
  expect(limits).toMatchObject({
    LIMIT_SIGN_UP_PER_ORIGIN: "off",
    LIMIT_VOTE_PER_YOUNG_ACCOUNT: "off",
    LIMIT_STORAGE_PER_ACCOUNT: "off",
  });
});

test("refuses a data folder below ~, which only a shell expands", () => {
  expect(() => parse({ DATA_DIR: "~/data" })).toThrow("DATA_DIR");
  expect(() => parse({ DATA_DIR: "~" })).toThrow("DATA_DIR");
  expect(parse({ DATA_DIR: "/srv/~data" }).backend.dataDir).toBe("/srv/~data");
});

test("says how a password in SMTP_URL is written", () => {
  const SMTP_URL = "smtp://user:pa#ss@mail.example.org";
  expect(() => parse({ SMTP_URL })).toThrow("write # as %23");
});

test("reports all mistakes at once, without the password in SMTP_URL", () => {
  const environment = {
    PORT: "99999",
    SITE_URL: "https://example.org/gully",
    SMTP_URL: "mail:secret@example.org",
    MAIL_FROM: "nobody",
    MAIL_WEB_PORT: "x",
    LIMIT_VOTE_PER_ORIGIN: "0",
  };
  let message = "";
  try {
    parse(environment);
  } catch (error) {
    message = String(error);
  }
  for (const name of Object.keys(environment)) expect(message).toContain(name);
  expect(message).not.toContain("secret");
});

test.each(["smtp://mail.example.org", "smtps://u:p@mail.example.org:465"])(
  "accepts %s as a mail server",
  (SMTP_URL) => {
    expect(parse({ SMTP_URL }).smtpUrl).toBe(SMTP_URL);
  },
);
