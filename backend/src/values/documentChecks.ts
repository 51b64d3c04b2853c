/** Limits that apply to every document, whatever its schema. */
import { getDocumentSize, jsonToConvex, type Value } from "convex/values";
import type { ConvexJson, ConvexJsonObject } from "./convexJson.ts";
import { isPlainObject } from "./fieldPath.ts";

export const MAX_DOCUMENT_BYTES = 1 << 20;
export const MAX_NESTING = 64;
export const MAX_ARRAY_LENGTH = 8192;
export const MAX_OBJECT_FIELDS = 1024;
const MAX_FIELD_NAME_LENGTH = 1024;

/**
 * Below this JSON length a document cannot be too large. The worst case is an
 * array of digits: nine bytes for each digit and its comma, so less than five
 * times the JSON.
 */
const SURELY_SMALL_LENGTH = MAX_DOCUMENT_BYTES / 5;

/**
 * Returns what is wrong with a document, or null. `document` must not contain
 * its system fields. `text` is its JSON, used to skip measuring small
 * documents.
 */
export function documentProblem(
  document: ConvexJsonObject,
  text: string,
): string | null {
  for (const name in document) {
    if (name.startsWith("_")) {
      return `Field name \`${name}\` starts with an underscore, which is reserved for system fields.`;
    }
  }
  return (
    objectProblem(document, 1) ??
    (text.length < SURELY_SMALL_LENGTH ? null : sizeProblem(document))
  );
}

function sizeProblem(document: ConvexJsonObject): string | null {
  // A plain JSON object always decodes to an object of values.
  const value = jsonToConvex(document) as Record<string, Value>;
  const sizeBytes = getDocumentSize(value);
  return sizeBytes > MAX_DOCUMENT_BYTES
    ? `Value is too large (${sizeBytes} bytes > maximum size ${MAX_DOCUMENT_BYTES} bytes).`
    : null;
}

function valueProblem(value: ConvexJson, depth: number): string | null {
  if (typeof value === "string") {
    return value.isWellFormed()
      ? null
      : "Text contains one half of a surrogate pair without the other, so it is not valid Unicode.";
  }
  if (typeof value !== "object" || value === null) return null;
  if (depth > MAX_NESTING) {
    return `Value is nested too deeply (maximum nesting: ${MAX_NESTING}).`;
  }
  if (Array.isArray(value)) return arrayProblem(value, depth);
  if (isPlainObject(value)) return objectProblem(value, depth);
  return specialProblem(value);
}

function arrayProblem(
  values: readonly ConvexJson[],
  depth: number,
): string | null {
  if (values.length > MAX_ARRAY_LENGTH) {
    return `Array length is too long (${values.length} > maximum length ${MAX_ARRAY_LENGTH}).`;
  }
  for (const value of values) {
    const problem = valueProblem(value, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function objectProblem(object: ConvexJsonObject, depth: number): string | null {
  let fields = 0;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    fields += 1;
    const problem = fieldNameProblem(name) ?? valueProblem(value, depth + 1);
    if (problem !== null) return problem;
  }
  return fields > MAX_OBJECT_FIELDS
    ? `Object has too many fields (${fields} > maximum number ${MAX_OBJECT_FIELDS}).`
    : null;
}

const FIELD_NAME = /^[ -#%-~][ -~]*$/;

function fieldNameProblem(name: string): string | null {
  if (name.length > MAX_FIELD_NAME_LENGTH) {
    return `Field name is too long (${name.length} > maximum length ${MAX_FIELD_NAME_LENGTH}).`;
  }
  if (FIELD_NAME.test(name)) return null;
  if (name === "") return "Field names must not be empty.";
  if (name.startsWith("$")) {
    return `Field name ${name} starts with a '$', which is reserved.`;
  }
  return `Field name ${name} has an invalid character: field names can only contain non-control ASCII characters.`;
}

const SPECIAL_FORMS = new Set(["$integer", "$float", "$bytes", "$commitTs"]);

function specialProblem(value: { [key: string]: ConvexJson | undefined }) {
  const names = Object.keys(value);
  const [name] = names;
  if (names.length === 1 && name !== undefined && SPECIAL_FORMS.has(name)) {
    return null;
  }
  return `Field name ${name ?? ""} starts with a '$', which is reserved.`;
}
