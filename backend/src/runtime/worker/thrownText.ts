/**
 * Reads what functions throw as text. Reading a thrown value may run app code
 * (getters, proxies, `toString`), which can itself throw or return anything.
 */
const UNREADABLE = "(an error that cannot be read)";

/** Same as `String(thrown)`, but never throws. */
export function thrownText(thrown: unknown): string {
  return readable(() => String(thrown));
}

/** Returns the stack of an error, or the value as text if it has none. Never throws. */
export function thrownStack(thrown: unknown): string {
  const stack = textProperty(thrown, "stack");
  return stack === "" ? thrownText(thrown) : stack;
}

/** Returns a property if it is text, otherwise an empty text. Never throws. */
export function textProperty(thrown: unknown, name: string): string {
  if (typeof thrown !== "object" || thrown === null) return "";
  return readable(() => {
    const value: unknown = Reflect.get(thrown, name);
    return typeof value === "string" ? value : "";
  });
}

function readable(read: () => string): string {
  try {
    return read();
  } catch {
    return UNREADABLE;
  }
}
