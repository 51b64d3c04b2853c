import { appError } from "./model/errors";
import { MAX_WORDS_LENGTH } from "./shared/words";

/**
 * Higher than the limit of any single field: a field's own error is more
 * helpful.
 */
const MAX_TEXT_LENGTH = 2500;
const MAX_ENTRIES = 1000;
const MAX_DEPTH = 4;
/** Characters and values in all arguments together, not counting long texts. */
const MAX_TOTAL = 10_000;
/** Arguments that may be longer, by name. */
const LONG_TEXTS: Record<string, number> = { words: MAX_WORDS_LENGTH };

interface Definition {
  handler(ctx: unknown, args: unknown): unknown;
}

/**
 * Wraps a builder so that its functions refuse arguments larger than any honest
 * client sends. The check runs before the handler and before any of our code
 * reads the arguments.
 */
export function bounded<Builder extends (definition: never) => object>(
  builder: Builder,
): Builder {
  const build = (given: never) => {
    const definition: Definition = given;
    const handler = (ctx: unknown, args: unknown) => {
      requireBounded(args);
      return definition.handler(ctx, args);
    };
    return builder({ ...definition, handler } as never);
  };
  return build as Builder; // the same signature; TypeScript cannot restate its overloads
}

/**
 * Throws INPUT_TOO_LARGE for oversized arguments. Stops at the first limit it
 * exceeds, so the check itself stays cheap.
 */
export function requireBounded(args: unknown): void {
  let left = MAX_TOTAL;
  const spend = (amount: number, most: number) => {
    left -= amount;
    if (amount > most || left < 0) throw appError("INPUT_TOO_LARGE");
  };
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === "string") return spend(value.length, MAX_TEXT_LENGTH);
    if (typeof value !== "object" || value === null) return;
    if (value instanceof ArrayBuffer) {
      return spend(value.byteLength, MAX_TEXT_LENGTH);
    }
    if (depth > MAX_DEPTH) throw appError("INPUT_TOO_LARGE");
    const names = Object.keys(value);
    spend(names.length, MAX_ENTRIES);
    for (const name of names) {
      spend(name.length, MAX_TEXT_LENGTH);
      const field: unknown = value[name as keyof typeof value];
      if (depth === 1 && isLongText(name, field)) continue;
      visit(field, depth + 1);
    }
  };
  visit(args, 1);
}

/** Returns whether this is a long argument within its own limit. */
function isLongText(name: string, value: unknown): boolean {
  if (typeof value !== "string" || !Object.hasOwn(LONG_TEXTS, name)) {
    return false;
  }
  return value.length <= (LONG_TEXTS[name] ?? 0);
}
