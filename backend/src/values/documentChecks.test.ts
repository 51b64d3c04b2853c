import { expect, test } from "vitest";
import type { ConvexJson, ConvexJsonObject } from "./convexJson.ts";
import {
  documentProblem,
  MAX_ARRAY_LENGTH,
  MAX_DOCUMENT_BYTES,
  MAX_NESTING,
  MAX_OBJECT_FIELDS,
} from "./documentChecks.ts";

function problem(document: ConvexJsonObject): string | null {
  return documentProblem(document, JSON.stringify(document));
}

function nested(depth: number): ConvexJson {
  let value: ConvexJson = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

function fields(count: number): ConvexJsonObject {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`f${i}`, null]),
  );
}

test.each<[string, ConvexJsonObject]>([
  ["an empty document", {}],
  ["the deepest nesting", { a: nested(MAX_NESTING - 1) }],
  ["the longest array", { a: Array<ConvexJson>(MAX_ARRAY_LENGTH).fill(0) }],
  ["the most fields", fields(MAX_OBJECT_FIELDS)],
  ["special values", { a: { $integer: "AQAAAAAAAAA=" }, b: { $bytes: "" } }],
  ["whole emojis", { a: "🎤", b: ["\ud83c\udfa4"] }],
  ["a text of almost 1 MiB", { a: "x".repeat(MAX_DOCUMENT_BYTES - 100) }],
])("accepts %s", (_name, document) => {
  expect(problem(document)).toBeNull();
});

test.each<[string, ConvexJsonObject, string]>([
  ["a deeper nesting", { a: nested(MAX_NESTING) }, "nested too deeply"],
  [
    "a longer array",
    { a: Array<ConvexJson>(MAX_ARRAY_LENGTH + 1).fill(0) },
    "Array length is too long (8193 > maximum length 8192)",
  ],
  [
    "more fields",
    { a: fields(MAX_OBJECT_FIELDS + 1) },
    "too many fields (1025 > maximum number 1024)",
  ],
  [
    "more than 1 MiB",
    { a: "x".repeat(MAX_DOCUMENT_BYTES) },
    "Value is too large",
  ],
  [
    "more than 1 MiB of numbers, whose JSON is short",
    { a: Array<ConvexJson>(20).fill(Array<ConvexJson>(8000).fill(1)) },
    "Value is too large",
  ],
  ["a field with an underscore", { _x: 1 }, "reserved for system fields"],
  ["a field with a dollar sign", { a: { $x: 1 } }, "starts with a '$'"],
  ["a field without a name", { "": 1 }, "must not be empty"],
  ["a field that is not ASCII", { ल: 1 }, "invalid character"],
  ["a long field name", { ["a".repeat(1025)]: 1 }, "Field name is too long"],
  ["half an emoji", { a: "🎤".slice(0, 1) }, "not valid Unicode"],
  ["half an emoji deep inside", { a: [{ b: ["x\udfa4"] }] }, "not valid"],
  ["undefined", { a: { $undefined: null } }, "starts with a '$'"],
])("rejects %s", (_name, document, message) => {
  expect(problem(document)).toContain(message);
});
