/** Turns the range of `.withIndex(name, q => ...)` into an interval of keys. */
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { encodeKey, KEY_MAX } from "../values/keys.ts";
import { DatabaseError, type Interval } from "./contract.ts";

type BoundType = "Eq" | "Gt" | "Gte" | "Lt" | "Lte";

interface RangeExpression {
  readonly type: BoundType;
  readonly fieldPath: string;
  readonly value: ConvexJson;
}

const BOUND_TYPES: readonly string[] = ["Eq", "Gt", "Gte", "Lt", "Lte"];

/**
 * Accepts equalities on a prefix of the fields, then at most one lower and one
 * upper bound on the next field.
 * @throws DatabaseError for expressions of any other form
 */
export function keyRange(
  fields: readonly string[],
  expressions: readonly ConvexJsonObject[],
  indexName: string,
): Interval {
  let prefix = "";
  let low: string | null = null;
  let high: string | null = null;
  let position = 0;
  for (const expression of expressions.map(parse)) {
    const isBounded = low !== null || high !== null;
    const field = fields[position];
    if (field === undefined || expression.fieldPath !== field) {
      throw wrongField(indexName, fields, position, expression, isBounded);
    }
    const key = prefix + encodeKey(expression.value);
    if (expression.type === "Eq") {
      if (isBounded) throw chained(indexName, expression);
      prefix = key;
      position += 1;
    } else if (isLower(expression.type)) {
      if (low !== null) throw chained(indexName, expression);
      low = expression.type === "Gt" ? key + KEY_MAX : key;
    } else {
      if (high !== null) throw chained(indexName, expression);
      high = expression.type === "Lte" ? key + KEY_MAX : key;
    }
  }
  return { low: low ?? prefix, high: high ?? prefix + KEY_MAX };
}

function isLower(type: BoundType): boolean {
  return type === "Gt" || type === "Gte";
}

function parse(expression: ConvexJsonObject): RangeExpression {
  const { type, fieldPath, value } = expression;
  const isValid =
    typeof type === "string" &&
    BOUND_TYPES.includes(type) &&
    typeof fieldPath === "string" &&
    value !== undefined;
  if (!isValid) {
    throw new DatabaseError(
      `Malformed index range expression: ${JSON.stringify(expression)}`,
    );
  }
  // `isValid` has checked that `type` is one of BOUND_TYPES.
  return { type: type as BoundType, fieldPath, value };
}

function wrongField(
  indexName: string,
  fields: readonly string[],
  position: number,
  expression: RangeExpression,
  isBounded: boolean,
): DatabaseError {
  const expected = fields[position];
  if (isBounded) {
    return new DatabaseError(
      `Incorrect field used in \`withIndex\` for index "${indexName}": \`.gt\` and \`.lt\` must operate on the same field, expected "${expected}", got "${expression.fieldPath}".`,
    );
  }
  const hint =
    expected === undefined
      ? "the index has no further field"
      : `expected "${expected}"`;
  return new DatabaseError(
    `Incorrect field used in \`withIndex\` for index "${indexName}" (fields: ${fields.join(", ")}): ${hint}, got "${expression.fieldPath}".`,
  );
}

function chained(
  indexName: string,
  expression: RangeExpression,
): DatabaseError {
  return new DatabaseError(
    `Incorrect operator used in \`withIndex\` for index "${indexName}": cannot chain \`.${expression.type.toLowerCase()}()\` on "${expression.fieldPath}" after an earlier bound.`,
  );
}
