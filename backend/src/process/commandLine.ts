/** Parsing that the command lines of the repository's own tools share. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * A mistake on the command line. The message is meant for the user and includes
 * the usage.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(problem: string, usage: string) {
    super(`${problem}\n${usage}`);
  }
}

/**
 * Parses arguments like `parseArgs` of Node.
 *
 * @throws UsageError for anything that `config` does not allow
 */
export function parseCommandLine<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "", usage);
  }
}

/** @throws UsageError unless `text` is a whole number of at least 1 */
export function wholeNumber(name: string, text: string, usage: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError(
    `${name} must be a whole number from 1 on, not "${text}".`,
    usage,
  );
}
