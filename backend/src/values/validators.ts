/**
 * Checks a value in Convex-JSON against the exported JSON of a validator. The
 * messages are Convex's.
 */
import type {
  ConvexJson,
  ConvexJsonObject,
  ValidatorJSON,
} from "./convexJson.ts";
import { isPlainObject } from "./fieldPath.ts";
import { isUndefined } from "./filters.ts";
import { encodeKey } from "./keys.ts";
import { printValidator, printValue } from "./printing.ts";

/**
 * Returns the table of an id within one component, or null if it belongs to
 * none.
 */
export type TableOfId = (id: string) => string | null;

/**
 * Returns null if the value is valid. Otherwise returns a message of several
 * lines: the problem, its path (unless it is the value itself), the value and
 * the validator.
 */
export function validationProblem(
  validator: ValidatorJSON,
  value: ConvexJson,
  tableOfId: TableOfId,
): string | null {
  return check(validator, value, "", tableOfId);
}

function check(
  validator: ValidatorJSON,
  value: ConvexJson,
  path: string,
  tableOfId: TableOfId,
): string | null {
  switch (validator.type) {
    case "any":
      return isUndefined(value) ? mismatch(validator, value, path) : null;
    case "array":
      return checkArray(validator, value, path, tableOfId);
    case "object":
      return checkObject(validator, value, path, tableOfId);
    case "record":
      return checkRecord(validator, value, path, tableOfId);
    case "union":
      return checkUnion(validator, value, path, tableOfId);
    case "id":
      return checkId(validator, value, path, tableOfId);
    default:
      return fitsScalar(validator, value)
        ? null
        : mismatch(validator, value, path);
  }
}

type Of<T extends ValidatorJSON["type"]> = Extract<ValidatorJSON, { type: T }>;
type Scalar = Exclude<
  ValidatorJSON,
  Of<"any" | "array" | "object" | "record" | "union" | "id">
>;

function fitsScalar(validator: Scalar, value: ConvexJson): boolean {
  switch (validator.type) {
    case "string":
    case "boolean":
      return typeof value === validator.type;
    case "null":
      return value === null;
    case "number":
      return typeof value === "number" || hasForm(value, "$float");
    case "bigint":
      return hasForm(value, "$integer");
    case "commitTs":
      return hasForm(value, "$integer") || hasForm(value, "$commitTs");
    case "bytes":
      return hasForm(value, "$bytes");
    case "literal":
      return (
        value === validator.value ||
        encodeKey(value) === encodeKey(validator.value)
      );
    default:
      validator satisfies never;
      return false;
  }
}

function hasForm(value: ConvexJson, form: string): boolean {
  return typeof value === "object" && value !== null && form in value;
}

function checkArray(
  validator: Of<"array">,
  value: ConvexJson,
  path: string,
  tableOfId: TableOfId,
): string | null {
  if (!Array.isArray(value)) return mismatch(validator, value, path);
  for (let i = 0; i < value.length; i++) {
    const problem = check(
      validator.value,
      value[i] ?? null,
      `${path}[${i}]`,
      tableOfId,
    );
    if (problem !== null) return problem;
  }
  return null;
}

function checkObject(
  validator: Of<"object">,
  value: ConvexJson,
  path: string,
  tableOfId: TableOfId,
): string | null {
  if (!isPlainObject(value)) return mismatch(validator, value, path);
  const fields = validator.value;
  for (const name in fields) {
    const field = fields[name];
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (field === undefined) continue;
    if (given === undefined) {
      if (field.optional) continue;
      return objectProblem(
        `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.`,
        validator,
        value,
        path,
      );
    }
    const problem = check(field.fieldType, given, `${path}.${name}`, tableOfId);
    if (problem !== null) return problem;
  }
  for (const name in value) {
    if (Object.hasOwn(fields, name)) continue;
    return objectProblem(
      `Object contains extra field \`${name}\` that is not in the validator.`,
      validator,
      value,
      path,
    );
  }
  return null;
}

function objectProblem(
  message: string,
  validator: ValidatorJSON,
  value: ConvexJsonObject,
  path: string,
): string {
  return details(message, path, [
    `Object: ${printValue(value)}`,
    `Validator: ${printValidator(validator)}`,
  ]);
}

function checkRecord(
  validator: Of<"record">,
  value: ConvexJson,
  path: string,
  tableOfId: TableOfId,
): string | null {
  if (!isPlainObject(value)) return mismatch(validator, value, path);
  for (const [name, field] of Object.entries(value)) {
    const problem =
      check(validator.keys, name, `${path}.${name}`, tableOfId) ??
      check(validator.values.fieldType, field, `${path}.${name}`, tableOfId);
    if (problem !== null) return problem;
  }
  return null;
}

function checkUnion(
  validator: Of<"union">,
  value: ConvexJson,
  path: string,
  tableOfId: TableOfId,
): string | null {
  let only: string | null = null;
  for (const member of validator.value) {
    only = check(member, value, path, tableOfId);
    if (only === null) return null;
  }
  return validator.value.length === 1 && only !== null
    ? only
    : mismatch(validator, value, path);
}

function checkId(
  validator: Of<"id">,
  value: ConvexJson,
  path: string,
  tableOfId: TableOfId,
): string | null {
  const table = typeof value === "string" ? tableOfId(value) : null;
  if (table === validator.tableName) return null;
  if (table === null) return mismatch(validator, value, path);
  return details(
    `Found ID ${printValue(value)} from table \`${table}\`, which does not match the table name in validator \`${printValidator(validator)}\`.`,
    path,
    [],
  );
}

function mismatch(
  validator: ValidatorJSON,
  value: ConvexJson,
  path: string,
): string {
  return details("Value does not match validator.", path, [
    `Value: ${printValue(value)}`,
    `Validator: ${printValidator(validator)}`,
  ]);
}

function details(message: string, path: string, lines: string[]): string {
  const all = path === "" ? lines : [`Path: ${path}`, ...lines];
  return all.length === 0 ? message : [message, ...all].join("\n");
}
