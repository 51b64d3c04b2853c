/**
 * Formats values and validators for error messages, shortened to about 2,000
 * characters.
 */
import { jsonToConvex, type Value } from "convex/values";
import type { ConvexJson, ValidatorJSON } from "./convexJson.ts";
import { isUndefined } from "./filters.ts";

const MAX_PRINTED_LENGTH = 2048;

export function printValue(json: ConvexJson | undefined): string {
  if (json === undefined || isUndefined(json)) return "undefined";
  return shorten(print(jsonToConvex(json)));
}

export function printValidator(validator: ValidatorJSON): string {
  return shorten(describe(validator));
}

function shorten(text: string): string {
  return text.length > MAX_PRINTED_LENGTH
    ? `${text.slice(0, MAX_PRINTED_LENGTH)}...`
    : text;
}

function print(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return printNumber(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (value instanceof ArrayBuffer) return `ArrayBuffer(${value.byteLength})`;
  if (Array.isArray(value)) return `[${value.map(print).join(", ")}]`;
  // Only an unresolved commit timestamp is an object of another prototype.
  if (Object.getPrototypeOf(value) !== Object.prototype) return "commitTs";
  const fields = Object.entries(value as Record<string, Value>);
  return `{${fields.map(([name, field]) => `${printName(name)}: ${print(field)}`).join(", ")}}`;
}

function printNumber(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) && Math.abs(value) < 1e21
    ? `${value}.0`
    : String(value);
}

function printName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function describe(validator: ValidatorJSON): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "null":
    case "commitTs":
    case "boolean":
    case "string":
    case "bytes":
    case "any":
      return `v.${validator.type}()`;
    case "literal":
      return `v.literal(${printValue(validator.value)})`;
    case "id":
      return `v.id(${JSON.stringify(validator.tableName)})`;
    case "array":
      return `v.array(${describe(validator.value)})`;
    case "record":
      return `v.record(${describe(validator.keys)}, ${describe(validator.values.fieldType)})`;
    case "union":
      return `v.union(${validator.value.map(describe).join(", ")})`;
    case "object":
      return `v.object({${Object.entries(validator.value)
        .map(([name, field]) => `${printName(name)}: ${describeField(field)}`)
        .join(", ")}})`;
    default:
      validator satisfies never;
      return "an unknown validator";
  }
}

function describeField(field: { fieldType: ValidatorJSON; optional: boolean }) {
  const type = describe(field.fieldType);
  return field.optional ? `v.optional(${type})` : type;
}
