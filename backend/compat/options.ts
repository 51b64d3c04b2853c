import { parseCommandLine, UsageError } from "../src/process/commandLine.ts";

export interface CompatOptions {
  /** Components to run; empty for all. */
  readonly only: ReadonlySet<string>;
  /** True to write the table to backend/README.md. */
  readonly write: boolean;
}

export const USAGE = `Usage: npm run compat -- [options]
Installs published Convex components, deploys a small app with each of them to
a fresh backend by the official CLI, and drives their documented functions.
  --only a,b  these components alone, such as crons or rate-limiter
  --write     put the table into backend/README.md; for a run of all components
  --help      show this text`;

/**
 * Parses the command line. Returns null if the user asked for help.
 *
 * @throws UsageError
 */
export function parseOptions(
  args: readonly string[],
  knownNames: readonly string[],
): CompatOptions | null {
  const values = parse(args);
  if (values.help) return null;
  const only = new Set(values.only?.split(",").map((name) => name.trim()));
  const unknown = [...only].filter((name) => !knownNames.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(
      `There is no component "${unknown.join('", "')}"; there are ${knownNames.join(", ")}.`,
      USAGE,
    );
  }
  if (values.write && only.size > 0) {
    throw new UsageError(
      "--write needs a run of all components, without --only.",
      USAGE,
    );
  }
  return { only, write: values.write };
}

const parse = (args: readonly string[]) =>
  parseCommandLine(
    {
      args: [...args],
      options: {
        only: { type: "string" },
        write: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    },
    USAGE,
  ).values;
