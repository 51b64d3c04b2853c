import { parseArgs } from "node:util";

export interface FaultOptions {
  /** Decides every random moment. */
  readonly seed: number;
  /** How many times as many runs as usual. */
  readonly rounds: number;
  /** Ids of faults; empty for all. */
  readonly only: ReadonlySet<string>;
}

export const USAGE = `Usage: npm run faults -- [options]
  --seed N      decides every random moment; default 20261121
  --rounds N    N times as many runs of what is random; default 1
  --only F1,F7  these faults alone`;

/** In words for whoever typed it. */
export class UsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n${USAGE}`);
  }
}

/**
 * null: only help was asked for.
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
    );
  return {
    seed: wholeNumber("--seed", values.seed),
    rounds: wholeNumber("--rounds", values.rounds),
    only,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: { type: "string", default: "20261121" },
        rounds: { type: "string", default: "1" },
        only: { type: "string", default: "" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "");
  }
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError(
    `${name} must be a whole number from 1 on, not "${text}".`,
  );
}
