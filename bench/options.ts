import { parseArgs } from "node:util";

export interface BenchOptions {
  /** At most so many runs of floor and product in turn. */
  readonly pairs: number;
  /** The studies at their largest size. */
  readonly full: boolean;
  /** Where V8 profiles of the product go. */
  readonly profileDir: string | null;
  /** Trials and studies; empty for all. */
  readonly names: readonly string[];
}

/** In words for whoever typed it. */
export class UsageError extends Error {}

export function usage(knownNames: readonly string[]): string {
  return `Usage: npm run bench -- [NAME...] [options]
  NAME           of ${knownNames.join(", ")}; default all
  --pairs N      at most N runs of floor and product in turn; default 5
  --full         the studies at their largest size
  --profile DIR  V8 profiles of the product go there`;
}

/**
 * null: only help was asked for.
 * @throws UsageError
 */
export function parseOptions(
  args: readonly string[],
  knownNames: readonly string[],
): BenchOptions | null {
  const { values, positionals: names } = parse(args);
  if (values.help) return null;
  const unknown = names.filter((name) => !knownNames.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`There is nothing called ${unknown.join(", ")}.`);
  const pairs = Number(values.pairs);
  if (!Number.isSafeInteger(pairs) || pairs < 1)
    throw new UsageError(
      `--pairs must be a whole number from 1 on, not "${values.pairs}".`,
    );
  return {
    pairs,
    full: values.full,
    profileDir: values.profile ?? null,
    names,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        pairs: { type: "string", default: "5" },
        full: { type: "boolean", default: false },
        profile: { type: "string" },
        help: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "");
  }
}
