/**
 * Installs `structuredClone` for the values that functions have. The engine's own
 * function would return objects of another realm.
 */
export function installStructuredClone(): void {
  Object.defineProperty(globalThis, "structuredClone", {
    value: (value: unknown) => cloneValue(value, new Map()),
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

/** Maps the objects copied so far to their copies. */
type Known = Map<object, object>;

function cloneValue(value: unknown, known: Known): unknown {
  if (typeof value === "function" || typeof value === "symbol")
    refuseToClone(value);
  if (typeof value !== "object" || value === null) return value;
  const before = known.get(value);
  if (before) return before;
  const copied = beginClone(value, known);
  known.set(value, copied);
  fillClone(value, copied, known);
  return copied;
}

/** Makes a copy without the parts of the value that may lead back to it. */
function beginClone(value: object, known: Known): object {
  if (ArrayBuffer.isView(value)) return cloneView(value, known);
  if (Array.isArray(value)) return new Array<unknown>(value.length);
  switch (cloneTagOf(value)) {
    case "Date":
      return new Date((value as Date).getTime());
    case "RegExp":
      return new RegExp((value as RegExp).source, (value as RegExp).flags);
    case "ArrayBuffer":
      return (value as ArrayBuffer).slice(0);
    case "Error":
      return cloneError(value as Error);
    case "Map":
      return new Map();
    case "Set":
      return new Set();
    case "Boolean":
    case "Number":
    case "String":
    case "BigInt":
      return Object(value.valueOf()) as object;
    case "Promise":
    case "WeakMap":
    case "WeakSet":
    case "WeakRef":
      return refuseToClone(cloneTagOf(value));
    default:
      return {};
  }
}

function fillClone(value: object, copied: object, known: Known): void {
  const tag = cloneTagOf(value);
  if (tag === "Map") {
    for (const [key, part] of value as Map<unknown, unknown>) {
      (copied as Map<unknown, unknown>).set(
        cloneValue(key, known),
        cloneValue(part, known),
      );
    }
  } else if (tag === "Set") {
    for (const part of value as Set<unknown>) {
      (copied as Set<unknown>).add(cloneValue(part, known));
    }
  } else if (Array.isArray(value) || tag === "Object") {
    for (const [key, part] of Object.entries(value)) {
      Object.defineProperty(copied, key, {
        value: cloneValue(part, known),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }
}

function cloneView(view: ArrayBufferView, known: Known): object {
  const buffer = cloneValue(view.buffer, known) as ArrayBuffer;
  const Class = view.constructor as new (
    buffer: ArrayBuffer,
    at: number,
    length: number,
  ) => object;
  const length = "length" in view ? (view.length as number) : view.byteLength;
  return new Class(buffer, view.byteOffset, length);
}

function cloneError(error: Error): object {
  const classes = [TypeError, RangeError, SyntaxError, EvalError, URIError];
  const Class = classes.find(({ name }) => name === error.name) ?? Error;
  const copied = new Class(error.message);
  return Object.defineProperty(copied, "stack", { value: error.stack });
}

function cloneTagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function refuseToClone(value: unknown): never {
  const error = new Error(`${String(value)} could not be cloned.`);
  error.name = "DataCloneError";
  throw error;
}

/** The functions that `structuredClone` calls, to be evaluated with it. */
export const CLONE_PARTS = [
  installStructuredClone,
  cloneValue,
  beginClone,
  fillClone,
  cloneView,
  cloneError,
  cloneTagOf,
  refuseToClone,
];
