/**
 * Compiles the filter expressions of `.filter(q => ...)`, as convex/server
 * serialises them.
 */
import { compareValues, jsonToConvex, type Value } from "convex/values";
import type { ConvexJson, ConvexJsonObject } from "./convexJson.ts";
import { fieldAt } from "./fieldPath.ts";

export type Filter = (document: ConvexJsonObject) => boolean;

type Operand = Value | undefined;
type Evaluate = (document: ConvexJsonObject) => Operand;

/** The expression is malformed, or cannot be applied to a document's values. */
export class FilterError extends Error {
  override readonly name = "FilterError";
}

/**
 * Compiles an expression into a function that tests a document. That function
 * may throw FilterError too, for example on a division by zero.
 * @throws FilterError if the expression is malformed
 */
export function compileFilter(expression: ConvexJson): Filter {
  const evaluate = compile(expression);
  return (document) => isTruthy(evaluate(document));
}

/**
 * Decodes a literal: Convex-JSON, or `{"$undefined": null}` for a missing
 * field.
 */
function operandOf(json: ConvexJson): Operand {
  return isUndefined(json) ? undefined : jsonToConvex(json);
}

/** Returns true for `{"$undefined": ...}`, which stands for a missing field. */
export function isUndefined(json: ConvexJson | undefined): boolean {
  return (
    typeof json === "object" &&
    json !== null &&
    !Array.isArray(json) &&
    "$undefined" in json
  );
}

const COMPARISONS: Record<string, (order: number) => boolean> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const FLOAT_ARITHMETIC: Record<string, (l: number, r: number) => number> = {
  $add: (l, r) => l + r,
  $sub: (l, r) => l - r,
  $mul: (l, r) => l * r,
  $div: (l, r) => l / r,
  $mod: (l, r) => l % r,
};

const INT64_ARITHMETIC: Record<string, (l: bigint, r: bigint) => bigint> = {
  $add: (l, r) => l + r,
  $sub: (l, r) => l - r,
  $mul: (l, r) => l * r,
  $div: (l, r) => l / r,
  $mod: (l, r) => l % r,
};

function compile(expression: ConvexJson): Evaluate {
  const [operator, operand] = parse(expression);
  const compare = COMPARISONS[operator];
  if (compare !== undefined) {
    const [left, right] = pair(operator, operand);
    return (document) => compare(order(left(document), right(document)));
  }
  if (operator in FLOAT_ARITHMETIC) {
    const [left, right] = pair(operator, operand);
    return (document) => calculate(operator, left(document), right(document));
  }
  switch (operator) {
    case "$field":
      return compileField(operand);
    case "$literal": {
      const value = operandOf(operand);
      return () => value;
    }
    case "$and": {
      const parts = list(operator, operand).map(compile);
      return (document) => parts.every((part) => isTruthy(part(document)));
    }
    case "$or": {
      const parts = list(operator, operand).map(compile);
      return (document) => parts.some((part) => isTruthy(part(document)));
    }
    case "$not": {
      const part = compile(operand);
      return (document) => !isTruthy(part(document));
    }
    case "$neg": {
      const part = compile(operand);
      return (document) => negate(part(document));
    }
    default:
      throw new FilterError(`Unknown filter operator \`${operator}\`.`);
  }
}

function compileField(operand: ConvexJson): Evaluate {
  if (typeof operand !== "string") {
    throw new FilterError("`$field` takes the path of a field as text.");
  }
  const path = operand.split(".");
  return (document) => {
    const json = fieldAt(document, path);
    return typeof json === "object" && json !== null
      ? jsonToConvex(json)
      : json;
  };
}

function parse(expression: ConvexJson): [operator: string, ConvexJson] {
  if (
    typeof expression === "object" &&
    expression !== null &&
    !Array.isArray(expression)
  ) {
    const [entry, ...others] = Object.entries(expression);
    if (entry?.[1] !== undefined && others.length === 0) {
      return [entry[0], entry[1]];
    }
  }
  throw new FilterError(
    `A filter expression is an object with one operator, got \`${JSON.stringify(expression)}\`.`,
  );
}

function list(operator: string, operand: ConvexJson): ConvexJson[] {
  if (Array.isArray(operand)) return operand;
  throw new FilterError(`\`${operator}\` takes a list of expressions.`);
}

function pair(operator: string, operand: ConvexJson): [Evaluate, Evaluate] {
  const [left, right, ...others] = list(operator, operand);
  if (left === undefined || right === undefined || others.length > 0) {
    throw new FilterError(`\`${operator}\` takes two expressions.`);
  }
  return [compile(left), compile(right)];
}

function isTruthy(value: Operand): boolean {
  return Boolean(value);
}

function order(left: Operand, right: Operand): number {
  if (typeof left === "string" && left === right) return 0;
  return compareValues(left, right);
}

function calculate(operator: string, left: Operand, right: Operand): Operand {
  const floats = FLOAT_ARITHMETIC[operator];
  const integers = INT64_ARITHMETIC[operator];
  if (typeof left === "number" && typeof right === "number") {
    return floats?.(left, right);
  }
  if (typeof left === "bigint" && typeof right === "bigint") {
    if (right === 0n && (operator === "$div" || operator === "$mod")) {
      throw new FilterError("Division by zero in a filter.");
    }
    return integers?.(left, right);
  }
  throw new FilterError(
    `\`${operator}\` in a filter needs two numbers of the same type.`,
  );
}

function negate(value: Operand): Operand {
  if (typeof value === "number" || typeof value === "bigint") return -value;
  throw new FilterError("`$neg` in a filter needs a number.");
}
