/** Everything that can be set, read once at start from flags and environment. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type LogLevel, logLevels } from "./log.ts";

export interface Options {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Directory with the node_modules of `"use node"` functions. */
  readonly appRoot: string;
  readonly staticDir: string | null;
  /** Where clients reach the API; null: `http://localhost:<port>`. */
  readonly cloudOrigin: string | null;
  /** Where HTTP actions are reached; null: the same as the API. */
  readonly siteOrigin: string | null;
  /** Pages that may open a sync socket besides those of this host. */
  readonly allowedOrigins: ReadonlySet<string>;
  readonly isProduction: boolean;
  readonly isProxyTrusted: boolean;
  readonly logLevel: LogLevel;
  readonly functionTimeoutMs: number;
  readonly actionTimeoutMs: number;
  readonly functionMemoryMib: number;
  readonly requestTimeoutMs: number;
  readonly maxUploadBytes: number;
  readonly maxSessions: number;
  readonly maxSessionsPerAddress: number;
  readonly maxQueriesPerSession: number;
}

/** Says everything that is wrong, one line each. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
}

interface Setting {
  readonly env: string;
  readonly fallback: string;
  readonly help: string;
}

const settings = {
  port: { env: "PORT", fallback: "3210", help: "TCP port; 0 picks a free one" },
  host: {
    env: "HOST",
    fallback: "127.0.0.1",
    help: "address to listen on; 0.0.0.0 for every interface",
  },
  "data-dir": {
    env: "DATA_DIR",
    fallback: ".data",
    help: "database, stored files, admin key",
  },
  "app-root": {
    env: "APP_ROOT",
    fallback: ".",
    help: 'directory with the node_modules of "use node" functions',
  },
  "static-dir": {
    env: "STATIC_DIR",
    fallback: "",
    help: "a built site to serve beside the API",
  },
  "cloud-origin": {
    env: "CONVEX_CLOUD_ORIGIN",
    fallback: "",
    help: "public address of the API (default: http://localhost:<port>)",
  },
  "site-origin": {
    env: "CONVEX_SITE_ORIGIN",
    fallback: "",
    help: "public address of HTTP actions (default: that of the API)",
  },
  "site-url": {
    env: "SITE_URL",
    fallback: "",
    help: "address of the app's pages, allowed to open sync sockets",
  },
  "allowed-origins": {
    env: "ALLOWED_ORIGINS",
    fallback: "",
    help: "further such addresses, separated by commas; * for all",
  },
  production: {
    env: "PRODUCTION",
    fallback: "false",
    help: "hide error texts and logs of functions from clients",
  },
  "trust-proxy": {
    env: "TRUST_PROXY",
    fallback: "false",
    help: "take client addresses from X-Forwarded-For",
  },
  "log-level": {
    env: "LOG_LEVEL",
    fallback: "info",
    help: `what is told on stderr: ${logLevels.join(", ")}`,
  },
  "function-timeout-ms": {
    env: "FUNCTION_TIMEOUT_MS",
    fallback: "10000",
    help: "longest run of a query or mutation",
  },
  "action-timeout-ms": {
    env: "ACTION_TIMEOUT_MS",
    fallback: "600000",
    help: "longest run of an action",
  },
  "function-memory-mib": {
    env: "FUNCTION_MEMORY_MIB",
    fallback: "2048",
    help: "memory of the worker that runs functions",
  },
  "request-timeout-ms": {
    env: "REQUEST_TIMEOUT_MS",
    fallback: "300000",
    help: "longest time a request may take to arrive, uploads included",
  },
  "max-upload-bytes": {
    env: "MAX_UPLOAD_BYTES",
    fallback: String(20 * 1024 * 1024),
    help: "largest file that may be stored",
  },
  "max-sessions": {
    env: "MAX_SESSIONS",
    fallback: "20000",
    help: "sync sockets at a time",
  },
  "max-sessions-per-address": {
    env: "MAX_SESSIONS_PER_ADDRESS",
    fallback: "1000",
    help: "sync sockets at a time from one address",
  },
  "max-queries-per-session": {
    env: "MAX_QUERIES_PER_SESSION",
    fallback: "1000",
    help: "queries one socket may watch",
  },
} as const satisfies Record<string, Setting>;

type SettingName = keyof typeof settings;
const settingNames = Object.keys(settings) as SettingName[]; // Object.keys loses the literal types.

/**
 * Flags win over the environment. null when `--help` was asked for.
 * @throws OptionsError
 */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | null {
  const flags = parseFlags(args);
  if (flags.help === true) return null;
  const read = new Reader((name) => {
    const flag = flags[name];
    if (typeof flag === "string") return flag;
    return env[settings[name].env] || settings[name].fallback;
  });
  const siteUrl = read.origin("site-url");
  const options: Options = {
    port: read.integer("port", 0, 65_535),
    host: read.text("host"),
    dataDir: resolve(read.text("data-dir")),
    appRoot: resolve(read.text("app-root")),
    staticDir:
      read.text("static-dir") === "" ? null : resolve(read.text("static-dir")),
    cloudOrigin: read.origin("cloud-origin"),
    siteOrigin: read.origin("site-origin"),
    allowedOrigins: read.origins("allowed-origins", siteUrl),
    isProduction: read.flag("production"),
    isProxyTrusted: read.flag("trust-proxy"),
    logLevel: read.oneOf("log-level", logLevels, "info"),
    functionTimeoutMs: read.integer("function-timeout-ms", 100, 600_000),
    actionTimeoutMs: read.integer("action-timeout-ms", 100, 3_600_000),
    functionMemoryMib: read.integer("function-memory-mib", 64, 65_536),
    requestTimeoutMs: read.integer("request-timeout-ms", 1_000, 3_600_000),
    maxUploadBytes: read.integer("max-upload-bytes", 1, 2 ** 40),
    maxSessions: read.integer("max-sessions", 1, 1_000_000),
    maxSessionsPerAddress: read.integer(
      "max-sessions-per-address",
      1,
      1_000_000,
    ),
    maxQueriesPerSession: read.integer("max-queries-per-session", 1, 100_000),
  };
  if (read.problems.length > 0) {
    throw new OptionsError(read.problems.join("\n"));
  }
  return options;
}

export function helpText(): string {
  const lines = settingNames.map((name) => {
    const { env, fallback, help }: Setting = settings[name];
    const preset = fallback === "" ? "" : ` [${fallback}]`;
    return `  --${name.padEnd(26)}${env.padEnd(26)}${help}${preset}`;
  });
  return [
    "Usage: gully-backend [options]",
    "",
    "Serves one Convex app from one folder of data, on one port.",
    "",
    "Every option is a flag or an environment variable; the flag wins.",
    "",
    ...lines,
  ].join("\n");
}

/** Reads single settings and gathers what is wrong with them. */
class Reader {
  readonly problems: string[] = [];
  readonly text: (name: SettingName) => string;

  constructor(text: (name: SettingName) => string) {
    this.text = text;
  }

  integer(name: SettingName, min: number, max: number): number {
    const value = Number(this.text(name));
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    this.#complain(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  oneOf<T extends string>(
    name: SettingName,
    choices: readonly T[],
    otherwise: T,
  ): T {
    const text = this.text(name);
    const chosen = choices.find((choice) => choice === text);
    if (chosen === undefined) {
      this.#complain(name, `must be one of ${choices.join(", ")}`);
    }
    return chosen ?? otherwise;
  }

  flag(name: SettingName): boolean {
    const text = this.text(name);
    if (text === "true" || text === "1") return true;
    if (text !== "false" && text !== "0") {
      this.#complain(name, "must be true or false");
    }
    return false;
  }

  origin(name: SettingName): string | null {
    const text = this.text(name);
    return text === "" ? null : this.#parseOrigin(name, text);
  }

  origins(name: SettingName, first: string | null): ReadonlySet<string> {
    const origins = new Set(first === null ? [] : [first]);
    for (const part of this.text(name).split(",")) {
      const text = part.trim();
      if (text === "*") origins.add("*");
      else if (text !== "") origins.add(this.#parseOrigin(name, text));
    }
    return origins;
  }

  #parseOrigin(name: SettingName, text: string): string {
    if (/^https?:\/\//.test(text) && URL.canParse(text)) {
      return new URL(text).origin;
    }
    this.#complain(name, "must be an address like https://example.org");
    return text;
  }

  #complain(name: SettingName, demand: string): void {
    const { env } = settings[name];
    this.problems.push(
      `--${name} (${env}) ${demand}, not "${this.text(name)}".`,
    );
  }
}

function parseFlags(
  args: readonly string[],
): Partial<Record<SettingName, string | boolean>> & { help?: boolean } {
  const withoutValue = new Set<string>(["production", "trust-proxy"]);
  const named = settingNames.map((name) => [name, { type: "string" }] as const);
  try {
    const { values } = parseArgs({
      args: args.map((arg) =>
        withoutValue.has(arg.replace(/^--/, "")) ? `${arg}=true` : arg,
      ),
      options: {
        ...Object.fromEntries(named),
        help: { type: "boolean", short: "h" },
      },
    });
    return values;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new OptionsError(`${text} Try --help.`);
  }
}
