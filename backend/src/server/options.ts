/**
 * All settings of the server, read once at start-up from flags and environment
 * variables.
 */
import { parseArgs } from "node:util";
import { errorText } from "../log/errorText.ts";
import {
  Demand,
  flagOf,
  type Setting,
  settingNames,
  settings,
  type Options,
} from "./settings.ts";

export type { Options } from "./settings.ts";

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
  const problems: string[] = [];
  const entries = settingNames.map((name) => {
    const { env: variable, fallback, read }: Setting = settings[name];
    const flag = flags[flagOf(name)];
    const text = typeof flag === "string" ? flag : env[variable] || fallback;
    try {
      return [name, read(text)];
    } catch (error) {
      if (!(error instanceof Demand)) throw error;
      const about = `--${flagOf(name)} (${variable})`;
      problems.push(`${about} ${error.message}, not "${text}".`);
      return [name, read(fallback)];
    }
  });
  const read = Object.fromEntries(entries) as Options; // fromEntries loses the names
  const { siteUrl, allowedOrigins } = read;
  const options: Options = {
    ...read,
    allowedOrigins: new Set([siteUrl ?? [], ...allowedOrigins].flat()),
  };
  requireOwnFileOrigin(options, problems);
  if (problems.length > 0) {
    throw new OptionsError(problems.join("\n"));
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
    return `  --${flagOf(name).padEnd(38)}${env.padEnd(38)}${help}${preset}`;
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

/**
 * Returns the address at which clients reach the server if no option names
 * another.
 */
export function defaultOrigin(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  if (isEverywhere || host.startsWith("127."))
    return `http://localhost:${port}`;
  // localhost does not always lead to ::1.
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function parseFlags(
  args: readonly string[],
): Partial<Record<string, string | boolean>> {
  const withoutValue = new Set<string>(["production", "trust-proxy"]);
  const named = settingNames.map(
    (name) => [flagOf(name), { type: "string" }] as const,
  );
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
