import {
  type Options,
  OptionsError,
  parseOptions,
} from "gully-backend/options";
import { LIMIT_VARIABLES } from "../convex/shared/rateLimits.ts";
import { StartError } from "./startError.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** All options of `npm start`, read once from the environment. */
export interface AppOptions {
  readonly backend: Options;
  /**
   * Public address of the site; null uses the address the server listens on.
   */
  readonly siteUrl: string | null;
  /** Whether browsers store the app, so that it starts without a connection. */
  readonly startsOffline: boolean;
  /** Mail server; null catches all mail in a local inbox. */
  readonly smtpUrl: string | null;
  /** Preferred ports of that inbox; 0 picks free ones. */
  readonly mailPorts: { readonly smtp: number; readonly web: number };
  /** Texts and rate limits, passed to the functions unchanged. */
  readonly functionEnvironment: Readonly<Record<string, string>>;
}

const DEFAULTS = { PORT: "5173", PRODUCTION: "true" };
const MAX_TEXT_LENGTH = 500;
const LIMIT = /^LIMIT_[A-Z_]+_PER_((YOUNG_)?ACCOUNT|ORIGIN)$/;

/**
 * Reads and checks the options. `root` is the folder of the checkout.
 * @throws StartError that lists every mistake
 */
export function parseAppOptions(
  environment: Environment,
  root: string,
): AppOptions {
  const problems: string[] = [];
  const backend = parseBackend(environment, root, problems);
  const options: Omit<AppOptions, "backend"> = {
    siteUrl: parseSiteUrl(environment, problems),
    startsOffline: parseSwitch(environment, "OFFLINE", problems),
    smtpUrl: parseSmtpUrl(environment, problems),
    mailPorts: {
      smtp: parsePort(environment, "MAIL_SMTP_PORT", 1025, problems),
      web: parsePort(environment, "MAIL_WEB_PORT", 1080, problems),
    },
    functionEnvironment: {
      ...parseAddress(environment, "MAIL_FROM", problems),
      ...parseAddress(environment, "SUPPORT_EMAIL", problems),
      ...parseText(environment, "GRIEVANCE_OFFICER", problems),
      ...parseText(environment, "GRIEVANCE_ADDRESS", problems),
      ...parseLimits(environment, problems),
    },
  };
  if (problems.length > 0 || backend === null) {
    throw new StartError(
      ["Cannot start with these options:", ...problems].join("\n  "),
    );
  }
  return { backend, ...options };
}

function parseBackend(
  environment: Environment,
  root: string,
  problems: string[],
): Options | null {
  const siteUrl = text(environment, "SITE_URL");
  try {
    return parseOptions([], {
      ...environment,
      PORT: text(environment, "PORT") ?? DEFAULTS.PORT,
      PRODUCTION: text(environment, "PRODUCTION") ?? DEFAULTS.PRODUCTION,
      APP_ROOT: root,
      STATIC_DIR: "",
      CONVEX_CLOUD_ORIGIN:
        text(environment, "CONVEX_CLOUD_ORIGIN") ?? siteUrl ?? "",
    });
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    problems.push(...error.message.split("\n"));
    return null;
  }
}

function parseSiteUrl(
  environment: Environment,
  problems: string[],
): string | null {
  const value = text(environment, "SITE_URL");
  if (value === null) return null;
  // The backend's option parser reports a value that is not a URL.
  if (URL.canParse(value) && new URL(value).pathname !== "/") {
    problems.push(
      `SITE_URL must have no path: the site needs its own host, not "${value}".`,
    );
  }
  return URL.canParse(value) ? new URL(value).origin : null;
}

/** Returns true unless the variable switches the option off. */
function parseSwitch(
  environment: Environment,
  name: string,
  problems: string[],
): boolean {
  const value = text(environment, name) ?? "on";
  if (value !== "on" && value !== "off") {
    problems.push(`${name} must be "on" or "off", not "${value}".`);
  }
  return value === "on";
}

function parseSmtpUrl(
  environment: Environment,
  problems: string[],
): string | null {
  const value = text(environment, "SMTP_URL");
  if (value === null) return null;
  if (!/^smtps?:\/\/[^/]/.test(value) || !URL.canParse(value)) {
    // Do not repeat the value: it may hold a password.
    problems.push(
      "SMTP_URL must look like smtp://user:password@mail.example.org:587. In user and password, write # as %23, / as %2F, ? as %3F and @ as %40.",
    );
  }
  return value;
}

function parsePort(
  environment: Environment,
  name: string,
  fallback: number,
  problems: string[],
): number {
  const value = text(environment, name);
  if (value === null) return fallback;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  problems.push(`${name} must be a port from 0 to 65535, not "${value}".`);
  return fallback;
}

function parseAddress(
  environment: Environment,
  name: string,
  problems: string[],
): Record<string, string> {
  const value = text(environment, name);
  if (value === null) return {};
  if (!/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/.test(value)) {
    problems.push(`${name} must be an e-mail address, not "${value}".`);
  }
  return { [name]: value };
}

/**
 * Reads a text for people. An address may have several lines, written as \\n in
 * the variable.
 */
function parseText(
  environment: Environment,
  name: string,
  problems: string[],
): Record<string, string> {
  const value = text(environment, name)?.replaceAll("\\n", "\n");
  if (value === undefined) return {};
  if (value.length > MAX_TEXT_LENGTH) {
    problems.push(`${name} can have at most ${MAX_TEXT_LENGTH} characters.`);
  }
  return { [name]: value };
}

function parseLimits(
  environment: Environment,
  problems: string[],
): Record<string, string> {
  const limits: Record<string, string> = {};
  for (const name of Object.keys(environment).filter((key) =>
    key.startsWith("LIMIT_"),
  )) {
    const value = text(environment, name);
    if (value === null) continue;
    if (!LIMIT_VARIABLES.has(name)) {
      problems.push(
        `There is no limit ${name}. convex/shared/rateLimits.ts lists them all.`,
      );
    }
    if (value !== "off" && !(Number(value) > 0)) {
      problems.push(
        `${name} must be a number above 0 or "off", not "${value}".`,
      );
    }
    limits[name] = value;
  }
  return limits;
}

/** Returns a variable's trimmed value, or null if unset or blank. */
function text(environment: Environment, name: string): string | null {
  return environment[name]?.trim() || null;
}

/** Returns true for deployment variables that `npm start` sets and removes. */
export function isManagedVariable(name: string): boolean {
  return MANAGED.has(name) || LIMIT.test(name);
}

const MANAGED = new Set([
  "JWT_PRIVATE_KEY",
  "JWKS",
  "SITE_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "SUPPORT_EMAIL",
  "GRIEVANCE_OFFICER",
  "GRIEVANCE_ADDRESS",
]);
