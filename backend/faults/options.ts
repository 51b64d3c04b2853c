import {
  parseCommandLine,
  UsageError,
  wholeNumber,
} from "../src/process/commandLine.ts";

export interface FaultOptions {
  /** Seed of every random decision. */
  readonly seed: number;
  /** Multiplies how often faults are repeated. */
  readonly rounds: number;
  /** Ids of the faults to run; empty for all. */
  readonly only: ReadonlySet<string>;
}

export const USAGE = `Usage: npm run faults -- [options]
  --seed N      decides every random moment; default 20261121
  --rounds N    N times as many runs of what is random; default 1
  --only F1,F7  these faults alone`;

/**
 * Parses the command line. Returns null if the user asked for help.
 *
 * @throws UsageError
 */
export function parseOptions(
  args: readonly string[],
  knownIds: readonly string[],
): FaultOptions | null {
  const values = parse(args);
  if (values.help) return null;
  const only = new Set(values.only.split(",").filter((id) => id !== ""));
  const unknown = [...only].filter((id) => !knownIds.includes(id));
  if (unknown.length > 0)
    throw new UsageError(
      `There is no fault ${unknown.join(", ")}; there are ${[...new Set(knownIds)].join(", ")}.`,
      USAGE,
    );
  return {
    seed: wholeNumber("--seed", values.seed, USAGE),
    rounds: wholeNumber("--rounds", values.rounds, USAGE),
    only,
  };
}

const parse = (args: readonly string[]) =>
  parseCommandLine(
    {
      args: [...args],
      options: {
        seed: { type: "string", default: "20261121" },
        rounds: { type: "string", default: "1" },
        only: { type: "string", default: "" },
        help: { type: "boolean", default: false },
      },
    },
    USAGE,
  ).values;
