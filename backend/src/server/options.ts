/**
 * All settings of the server, read once at start-up from flags and environment
 * variables.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type LogLevel, logLevels } from "../log/log.ts";
import { errorText } from "../log/errorText.ts";
import {
  type Setting,
  type SettingName,
  settingNames,
  settings,
} from "./settings.ts";
import { SettingsReader } from "./settingsReader.ts";

/** Settings after parsing. See `settings` for their defaults and help texts. */
export interface Options {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Directory whose node_modules `"use node"` functions use. */
  readonly appRoot: string;
  /** Directory of a built site to serve at this port; null for none. */
  readonly staticDir: string | null;
  /**
   * Address at which clients reach the API; null for `http://localhost:<port>`.
   */
  readonly cloudOrigin: string | null;
  /** Address of HTTP actions; null for that of the API. */
  readonly siteOrigin: string | null;
  /** Address that serves stored files with their own types; null for none. */
  readonly fileOrigin: string | null;
  /** Origins whose pages may open a sync socket, besides the server's own. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** Hides the error texts and logs of functions from clients. */
  readonly isProduction: boolean;
  /** Takes client addresses from X-Forwarded-For. */
  readonly isProxyTrusted: boolean;
  readonly logLevel: LogLevel;
  readonly functionTimeoutMs: number;
  readonly actionTimeoutMs: number;
  readonly functionMemoryMib: number;
  readonly vectorMemoryMib: number;
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /**
   * Runs the server as a child process that is restarted when it ends
   * unexpectedly.
   */
  readonly isSupervised: boolean;
  readonly maxUploadBytes: number;
  readonly maxSessions: number;
  readonly maxSessionsPerAddress: number;
  readonly maxQueriesPerSession: number;
  readonly maxQueriesPerAddress: number;
  readonly maxHeldBytesPerAddress: number;
  readonly maxHeldBytes: number;
  /**
   * The limits of callers without a token, that is, of anyone who can reach the
   * port.
   */
  readonly maxAnonymousQueriesPerSession: number;
  readonly maxAnonymousQueriesPerAddress: number;
  readonly maxAnonymousHeldBytesPerAddress: number;
  readonly maxAnonymousHeldBytes: number;
  readonly maxAnonymousArgumentBytes: number;
  readonly minAnonymousBodyBytesPerSecond: number;
}

/** Its message lists every invalid setting, one per line. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
}

/**
 * Reads flags and environment variables; flags win. Returns null if `--help`
 * was given.
 *
 * @throws OptionsError
 */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | null {
  const flags = parseFlags(args);
  if (flags.help === true) return null;
  const read = new SettingsReader((name) => {
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
    fileOrigin: read.origin("file-origin"),
    allowedOrigins: read.origins("allowed-origins", siteUrl),
    isProduction: read.flag("production"),
    isProxyTrusted: read.flag("trust-proxy"),
    logLevel: read.oneOf("log-level", logLevels, "info"),
    functionTimeoutMs: read.integer("function-timeout-ms", 100, 600_000),
    actionTimeoutMs: read.integer("action-timeout-ms", 100, 3_600_000),
    functionMemoryMib: read.integer("function-memory-mib", 64, 65_536),
    vectorMemoryMib: read.integer("vector-memory-mib", 1, 1_048_576),
    requestTimeoutMs: read.integer("request-timeout-ms", 1_000, 3_600_000),
    shutdownTimeoutMs: read.integer("shutdown-timeout-ms", 1_000, 600_000),
    isSupervised: read.flag("supervise"),
    maxUploadBytes: read.integer("max-upload-bytes", 1, 2 ** 40),
    maxSessions: read.integer("max-sessions", 1, 1_000_000),
    maxSessionsPerAddress: read.integer(
      "max-sessions-per-address",
      1,
      1_000_000,
    ),
    maxQueriesPerSession: read.integer("max-queries-per-session", 1, 100_000),
    maxQueriesPerAddress: read.count("max-queries-per-address"),
    maxHeldBytesPerAddress: read.size("max-held-bytes-per-address"),
    maxHeldBytes: read.size("max-held-bytes"),
    maxAnonymousQueriesPerSession: read.count(
      "max-anonymous-queries-per-session",
    ),
    maxAnonymousQueriesPerAddress: read.count(
      "max-anonymous-queries-per-address",
    ),
    maxAnonymousHeldBytesPerAddress: read.size(
      "max-anonymous-held-bytes-per-address",
    ),
    maxAnonymousHeldBytes: read.size("max-anonymous-held-bytes"),
    maxAnonymousArgumentBytes: read.size("max-anonymous-argument-bytes"),
    minAnonymousBodyBytesPerSecond: read.integer(
      "min-anonymous-body-bytes-per-second",
      0,
      2 ** 30,
    ),
  };
  requireOwnFileOrigin(options, read.problems);
  if (read.problems.length > 0) {
    throw new OptionsError(read.problems.join("\n"));
  }
  return options;
}

/**
 * Requires a separate host for stored files. A page uploaded by a stranger and
 * served from the app's own origin could act as its visitor.
 */
function requireOwnFileOrigin(options: Options, problems: string[]): void {
  const { fileOrigin, cloudOrigin, siteOrigin, allowedOrigins } = options;
  if (fileOrigin === null) return;
  const own = [options.host, "localhost", "127.0.0.1", "[::1]"].map(
    (host) => `http://${host}:${options.port}`,
  );
  const hosts = [cloudOrigin, siteOrigin, ...allowedOrigins, ...own]
    .filter((origin) => origin !== null && URL.canParse(origin))
    .map((origin) => new URL(origin ?? "").host);
  if (!hosts.includes(new URL(fileOrigin).host)) return;
  problems.push(
    `--file-origin (FILE_ORIGIN) must have a host of its own, not that of the app, "${fileOrigin}".`,
  );
}

export function helpText(): string {
  const lines = settingNames.map((name) => {
    const { env, fallback, help }: Setting = settings[name];
    const preset = fallback === "" ? "" : ` [${fallback}]`;
    return `  --${name.padEnd(38)}${env.padEnd(38)}${help}${preset}`;
  });
  return [
    "Usage: gully-backend [options]",
    "",
    "Serves one Convex app from one folder of data, on one port.",
    "",
    "Every option can be a flag or an environment variable; the flag wins.",
    "",
    ...lines,
  ].join("\n");
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
    throw new OptionsError(`${errorText(error)} Try --help.`);
  }
}
