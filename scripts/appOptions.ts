import {
  type Options,
  OptionsError,
  parseOptions,
} from "../backend/src/options.ts";
import { StartError } from "./startError.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything `npm start` can be told, from the environment, read once. */
export interface AppOptions {
  readonly backend: Options;
  /** Public address of the site; null: the one the server listens on. */
  readonly siteUrl: string | null;
  /** null: a local inbox catches the mail. */
  readonly smtpUrl: string | null;
  /** First choice of ports for that inbox; 0 takes free ones. */
  readonly mailPorts: { readonly smtp: number; readonly web: number };
  /** Passed on to the functions as they are: texts and rate limits. */
  readonly functionEnvironment: Readonly<Record<string, string>>;
}

const DEFAULTS = { PORT: "5173", PRODUCTION: "true" };
const LIMIT = /^LIMIT_[A-Z_]+_PER_(ACCOUNT|ORIGIN)$/;

/** @throws StartError that lists everything that is wrong */
export function parseAppOptions(
  environment: Environment,
  root: string,
): AppOptions {
  const problems: string[] = [];
  const backend = parseBackend(environment, root, problems);
  const options: Omit<AppOptions, "backend"> = {
    siteUrl: parseSiteUrl(environment, problems),
    smtpUrl: parseSmtpUrl(environment, problems),
    mailPorts: {
      smtp: parsePort(environment, "MAIL_SMTP_PORT", 1025, problems),
      web: parsePort(environment, "MAIL_WEB_PORT", 1080, problems),
    },
    functionEnvironment: {
      ...parseAddress(environment, "MAIL_FROM", problems),
      ...parseAddress(environment, "SUPPORT_EMAIL", problems),
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
  // That it is an address at all is checked with the backend's options.
  if (URL.canParse(value) && new URL(value).pathname !== "/") {
    problems.push(
      `SITE_URL must have no path: the site needs a host of its own, not "${value}".`,
    );
  }
  return URL.canParse(value) ? new URL(value).origin : null;
}

function parseSmtpUrl(
  environment: Environment,
  problems: string[],
): string | null {
  const value = text(environment, "SMTP_URL");
  if (value === null) return null;
  if (!/^smtps?:\/\/[^/]/.test(value) || !URL.canParse(value)) {
    // The value may hold a password, so it is not repeated.
    problems.push(
      "SMTP_URL must look like smtp://user:password@mail.example.org:587.",
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

function parseLimits(
  environment: Environment,
  problems: string[],
): Record<string, string> {
  const limits: Record<string, string> = {};
  for (const name of Object.keys(environment).filter((key) =>
    LIMIT.test(key),
  )) {
    const value = text(environment, name);
    if (value === null) continue;
    if (value !== "off" && !(Number(value) > 0)) {
      problems.push(
        `${name} must be a number above 0 or "off", not "${value}".`,
      );
    }
    limits[name] = value;
  }
  return limits;
}

/** What is set to nothing counts as not set. */
function text(environment: Environment, name: string): string | null {
  return environment[name]?.trim() || null;
}

/** True for variables of the deployment that `npm start` sets and unsets. */
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
]);
