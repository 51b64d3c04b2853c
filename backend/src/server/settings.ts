/** The settings of the server: their names, defaults, help texts and rules. */
import { resolve } from "node:path";
import { readNetworks, type TrustedProxies } from "../http/clientAddress.ts";
import { logLevels } from "../log/log.ts";
import { machineMebibytes } from "../runtime/contract/machineMemory.ts";

/** One setting. Its flag is its variable in small letters. */
export interface Setting {
  readonly env: string;
  readonly fallback: string;
  readonly help: string;
  /** @throws Demand */
  readonly read: (text: string) => unknown;
}

/** Says what the text of a setting must be. */
export class Demand extends Error {
  override readonly name = "Demand";
}

const mebibyte = 1024 * 1024;

const text = (value: string): string => value;
const optionalPath = (value: string): string | null =>
  value === "" ? null : path(value);

function path(value: string): string {
  if (/^~(\/|$)/.test(value))
    throw new Demand("must be a whole path, because only a shell expands ~");
  return resolve(value);
}

const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max)
      return number;
    throw new Demand(`must be a whole number from ${min} to ${max}`);
  };

const size = wholeNumber(1_024, 2 ** 40);

const oneOf =
  <T extends string>(choices: readonly T[]) =>
  (value: string): T => {
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined) return chosen;
    throw new Demand(`must be one of ${choices.join(", ")}`);
  };

function flag(value: string): boolean {
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  throw new Demand("must be true or false");
}

function trustedProxies(value: string): TrustedProxies {
  if (value === "false" || value === "0") return null;
  if (value === "true") return 1;
  if (/^[1-9]$/.test(value)) return Number(value);
  const networks = readNetworks(value);
  if (networks !== null) return networks;
  throw new Demand(
    "must be true, false, a number of proxies up to 9, or networks like 10.0.0.0/8,2001:db8::/32",
  );
}

function origin(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value))
    return new URL(value).origin;
  throw new Demand("must be an address like https://example.org");
}

const optionalOrigin = (value: string): string | null =>
  value === "" ? null : origin(value);

function origins(value: string): ReadonlySet<string> {
  const parts = value.split(",").map((part) => part.trim());
  const named = parts.filter((part) => part !== "");
  return new Set(named.map((part) => (part === "*" ? part : origin(part))));
}

export const settings = {
  port: {
    env: "PORT",
    fallback: "3210",
    help: "TCP port; 0 picks a free one",
    read: wholeNumber(0, 65_535),
  },
  host: {
    env: "HOST",
    fallback: "127.0.0.1",
    help: "address to listen on; 0.0.0.0 for every interface",
    read: text,
  },
  dataDir: {
    env: "DATA_DIR",
    fallback: ".data",
    help: "database, stored files, admin key",
    read: path,
  },
  appRoot: {
    env: "APP_ROOT",
    fallback: ".",
    help: 'directory with the node_modules of "use node" functions',
    read: path,
  },
  staticDir: {
    env: "STATIC_DIR",
    fallback: "",
    help: "directory of a built site to serve next to the API",
    read: optionalPath,
  },
  cloudOrigin: {
    env: "CONVEX_CLOUD_ORIGIN",
    fallback: "",
    help: "public address of the API (default: http://localhost:<port>)",
    read: optionalOrigin,
  },
  siteOrigin: {
    env: "CONVEX_SITE_ORIGIN",
    fallback: "",
    help: "public address of HTTP actions (default: that of the API)",
    read: optionalOrigin,
  },
  fileOrigin: {
    env: "FILE_ORIGIN",
    fallback: "",
    help: "separate address for stored files, served with their own types (default: that of the API, with safe types only)",
    read: optionalOrigin,
  },
  siteUrl: {
    env: "SITE_URL",
    fallback: "",
    help: "address of the app's pages, allowed to open sync sockets",
    read: optionalOrigin,
  },
  allowedOrigins: {
    env: "ALLOWED_ORIGINS",
    fallback: "",
    help: "more such addresses, separated by commas; * for all",
    read: origins,
  },
  isProduction: {
    env: "PRODUCTION",
    fallback: "false",
    help: "hide error texts and logs of functions from clients",
    read: flag,
  },
  trustedProxies: {
    env: "TRUST_PROXY",
    fallback: "false",
    help: "take client addresses from X-Forwarded-For: true for one proxy, the number of proxies, or their networks, separated by commas",
    read: trustedProxies,
  },
  logLevel: {
    env: "LOG_LEVEL",
    fallback: "info",
    help: `level of detail of the log on stderr: ${logLevels.join(", ")}`,
    read: oneOf(logLevels),
  },
  functionTimeoutMs: {
    env: "FUNCTION_TIMEOUT_MS",
    fallback: "10000",
    help: "longest run of a query or mutation",
    read: wholeNumber(100, 600_000),
  },
  actionTimeoutMs: {
    env: "ACTION_TIMEOUT_MS",
    fallback: "600000",
    help: "longest run of an action",
    read: wholeNumber(100, 3_600_000),
  },
  functionMemoryMib: {
    env: "FUNCTION_MEMORY_MIB",
    fallback: String(Math.min(2048, Math.floor(machineMebibytes() / 4))),
    help: "memory of each worker that runs functions; a quarter of the machine's at first, 2048 at most",
    read: wholeNumber(64, 65_536),
  },
  vectorMemoryMib: {
    env: "VECTOR_MEMORY_MIB",
    fallback: "1024",
    help: "memory for the vector indexes in use",
    read: wholeNumber(1, 1_048_576),
  },
  requestTimeoutMs: {
    env: "REQUEST_TIMEOUT_MS",
    fallback: "300000",
    help: "longest time a request may take to arrive, uploads included, and a response may stay unread",
    read: wholeNumber(1_000, 3_600_000),
  },
  shutdownTimeoutMs: {
    env: "SHUTDOWN_TIMEOUT_MS",
    fallback: "20000",
    help: "longest time a stop may take before the process is killed",
    read: wholeNumber(1_000, 600_000),
  },
  isSupervised: {
    env: "SUPERVISE",
    fallback: "true",
    help: "run the server as a child process that is restarted if it ends unexpectedly",
    read: flag,
  },
  maxUploadBytes: {
    env: "MAX_UPLOAD_BYTES",
    fallback: String(20 * mebibyte),
    help: "largest file that may be stored",
    read: wholeNumber(1, 2 ** 40),
  },
  maxSessions: {
    env: "MAX_SESSIONS",
    fallback: "20000",
    help: "sync sockets at a time",
    read: wholeNumber(1, 1_000_000),
  },
  maxSessionsPerAddress: {
    env: "MAX_SESSIONS_PER_ADDRESS",
    fallback: "1000",
    help: "sync sockets without a token at a time from one address; with one, up to half of all",
    read: wholeNumber(1, 1_000_000),
  },
  maxSessionsPerAccount: {
    env: "MAX_SESSIONS_PER_ACCOUNT",
    fallback: "30",
    help: "sync sockets at a time with tokens of one account",
    read: wholeNumber(1, 1_000_000),
  },
  maxQueriesPerSession: {
    env: "MAX_QUERIES_PER_SESSION",
    fallback: "1000",
    help: "queries one socket may watch",
    read: wholeNumber(1, 100_000),
  },
  maxQueriesPerAddress: {
    env: "MAX_QUERIES_PER_ADDRESS",
    fallback: "100000",
    help: "different queries watched from one address by callers with a token",
    read: wholeNumber(1, 1_000_000),
  },
  maxQueriesPerAccount: {
    env: "MAX_QUERIES_PER_ACCOUNT",
    fallback: "300",
    help: "different queries watched with tokens of one account",
    read: wholeNumber(1, 1_000_000),
  },
  maxHeldBytesPerAddress: {
    env: "MAX_HELD_BYTES_PER_ADDRESS",
    fallback: String(64 * mebibyte),
    help: "bytes held for one such address: watched arguments, pending requests, data still arriving; twice as many of live results and of answers not read yet",
    read: size,
  },
  maxHeldBytes: {
    env: "MAX_HELD_BYTES",
    fallback: String(256 * mebibyte),
    help: "the same for all of them together",
    read: size,
  },
  maxAnonymousQueriesPerSession: {
    env: "MAX_ANONYMOUS_QUERIES_PER_SESSION",
    fallback: "100",
    help: "queries one socket without a token may watch",
    read: wholeNumber(1, 1_000_000),
  },
  maxAnonymousQueriesPerAddress: {
    env: "MAX_ANONYMOUS_QUERIES_PER_ADDRESS",
    fallback: "300",
    help: "different queries watched from one address without a token",
    read: wholeNumber(1, 1_000_000),
  },
  maxAnonymousHeldBytesPerAddress: {
    env: "MAX_ANONYMOUS_HELD_BYTES_PER_ADDRESS",
    fallback: String(24 * mebibyte),
    help: "bytes held for one address without a token, of each kind as above",
    read: size,
  },
  maxAnonymousHeldBytes: {
    env: "MAX_ANONYMOUS_HELD_BYTES",
    fallback: String(64 * mebibyte),
    help: "the same for all callers without a token together",
    read: size,
  },
  maxAnonymousArgumentBytes: {
    env: "MAX_ANONYMOUS_ARGUMENT_BYTES",
    fallback: String(mebibyte),
    help: "arguments of one call, or of all queries of one socket, without a token",
    read: size,
  },
  minAnonymousBodyBytesPerSecond: {
    env: "MIN_ANONYMOUS_BODY_BYTES_PER_SECOND",
    fallback: "8192",
    help: "slowest request body without a token, measured over 10 s; 0 for any speed",
    read: wholeNumber(0, 2 ** 30),
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[]; // Object.keys loses the literal types.

/**
 * The values of all settings, which `help` describes; null where a setting has
 * no value.
 */
export type Options = {
  readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]["read"]>;
};

/** Returns the flag of a setting, without its dashes. */
export const flagOf = (name: SettingName): string =>
  settings[name].env
    .replace(/^CONVEX_/, "")
    .toLowerCase()
    .replaceAll("_", "-");
