/** Questions about the documents that a table's validator accepts. */
import type { ValidatorJSON } from "../values/convexJson.ts";

type Refuse = (code: string, message: string) => never;

/**
 * Checks the names of all fields that the type declares.
 *
 * @param isDocument false for types nested inside a document
 * @param refuse called with the first invalid name; must throw
 */
export function requireFieldNames(
  type: ValidatorJSON,
  refuse: Refuse,
  isDocument = true,
): void {
  switch (type.type) {
    case "union":
      for (const member of type.value)
        requireFieldNames(member, refuse, isDocument);
      break;
    case "array":
      requireFieldNames(type.value, refuse, false);
      break;
    case "record":
      requireFieldNames(type.values.fieldType, refuse, false);
      break;
    case "object":
      for (const [name, { fieldType }] of Object.entries(type.value)) {
        if (!isFieldName(name, isDocument))
          refuse(
            "InvalidFieldName",
            `Field names must be valid identifiers, got "${name}"`,
          );
        requireFieldNames(fieldType, refuse, false);
      }
  }
}

/** Returns true if a document of this type can have a field at this path. */
export function canHoldField(
  type: ValidatorJSON,
  path: readonly string[],
): boolean {
  return canHold(type, path, () => true);
}

/**
 * Returns true if a document of this type can have an array of numbers at this
 * path.
 */
export function canHoldVector(
  type: ValidatorJSON,
  path: readonly string[],
): boolean {
  return canHold(type, path, isVector);
}

function isVector(type: ValidatorJSON): boolean {
  if (type.type === "union") return type.value.some(isVector);
  if (type.type !== "array") return type.type === "any";
  return type.value.type === "number" || type.value.type === "any";
}

function canHold(
  type: ValidatorJSON,
  [name, ...rest]: readonly string[],
  accepts: (type: ValidatorJSON) => boolean,
): boolean {
  if (name === undefined) return accepts(type);
  switch (type.type) {
    case "any":
      return true;
    case "record":
      return canHold(type.values.fieldType, rest, accepts);
    case "union":
      return type.value.some((member) =>
        canHold(member, [name, ...rest], accepts),
      );
    case "object": {
      const field = Object.hasOwn(type.value, name)
        ? type.value[name]
        : undefined;
      return field !== undefined && canHold(field.fieldType, rest, accepts);
    }
    default:
      return false;
  }
}

/** Returns the tables whose IDs the documents may contain. */
export function referencedTables(type: ValidatorJSON): Set<string> {
  const names = new Set<string>();
  for (const part of partsOf(type))
    if (part.type === "id") names.add(part.tableName);
  return names;
}

/** Yields the type itself and all types inside it. */
function* partsOf(type: ValidatorJSON): Generator<ValidatorJSON> {
  yield type;
  switch (type.type) {
    case "array":
      yield* partsOf(type.value);
      break;
    case "object":
      for (const { fieldType } of Object.values(type.value))
        yield* partsOf(fieldType);
      break;
    case "record":
      yield* partsOf(type.keys);
      yield* partsOf(type.values.fieldType);
      break;
    case "union":
      for (const member of type.value) yield* partsOf(member);
      break;
  }
}

/**
 * A leading underscore is reserved for system fields at the top level of a
 * document, but allowed inside it.
 */
function isFieldName(name: string, isDocument: boolean): boolean {
  if (!isDocument) return /^[a-zA-Z_]\w*$/.test(name);
  if (name === "_id" || name === "_creationTime") return true;
  return /^[a-zA-Z]\w*$/.test(name);
}
