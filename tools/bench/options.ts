import {
  parseCommandLine,
  UsageError,
  wholeNumber,
} from "gully-backend/process";

export interface BenchOptions {
  /** Maximum number of runs per trial, each of floor and product in turn. */
  readonly pairs: number;
  /** Runs the studies at their largest size. */
  readonly full: boolean;
  /** Directory for V8 CPU profiles of the product; null for no profiles. */
  readonly profileDir: string | null;
  /** Trials and studies to run; empty for all. */
  readonly names: readonly string[];
}

export function usage(knownNames: readonly string[]): string {
  return `Usage: npm run bench -- [NAME...] [options]
  NAME           of ${knownNames.join(", ")}; default all
  --pairs N      at most N runs of floor and product in turn; default 5
  --full         the studies at their largest size
  --profile DIR  V8 profiles of the product go there`;
}

/**
 * Parses the command line. Returns null if the user asked for help.
 *
 * @throws UsageError
 */
export function parseOptions(
  args: readonly string[],
  knownNames: readonly string[],
): BenchOptions | null {
  const help = usage(knownNames);
  const { values, positionals: names } = parse(args, help);
  if (values.help) return null;
  const unknown = names.filter((name) => !knownNames.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `There is nothing called ${unknown.join(", ")}.`,
      help,
    );
  return {
    pairs: wholeNumber("--pairs", values.pairs, help),
    full: values.full,
    profileDir: values.profile ?? null,
    names,
  };
}

const parse = (args: readonly string[], help: string) =>
  parseCommandLine(
    {
      args: [...args],
      options: {
        pairs: { type: "string", default: "5" },
        full: { type: "boolean", default: false },
        profile: { type: "string" },
        help: { type: "boolean", default: false },
      },
      allowPositionals: true,
    },
    help,
  );
