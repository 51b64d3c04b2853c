/** Builds queries whose table, index and fields are known only at run time. */
import { type PaginationOptions, type PaginationResult } from "convex/server";
import { type Infer, v, type Value } from "convex/values";

export interface LooseDatabase {
  query(table: string): LooseTable;
}

interface LooseTable extends LooseQuery {
  withIndex(index: string, range: (q: LooseRange) => LooseRange): LooseQuery;
}

export interface LooseQuery {
  order(order: "asc" | "desc"): LooseQuery;
  filter(predicate: (q: LooseFilter) => unknown): LooseQuery;
  collect(): Promise<{ label: string }[]>;
  take(n: number): Promise<{ label: string }[]>;
  paginate(
    options: PaginationOptions,
  ): Promise<PaginationResult<{ label: string }>>;
}

type RangeOperator = "eq" | "gt" | "gte" | "lt" | "lte";
type LooseRange = {
  [Operator in RangeOperator]: (
    field: string,
    value: Value | undefined,
  ) => LooseRange;
};

type LooseFilter = Record<string, (...operands: unknown[]) => unknown>;

/**
 * A bound of an index range. Without `value` it compares with a missing field.
 */
const boundValidator = v.object({
  op: v.union(
    v.literal("eq"),
    v.literal("gt"),
    v.literal("gte"),
    v.literal("lt"),
    v.literal("lte"),
  ),
  field: v.string(),
  value: v.optional(v.any()),
});

export const readingValidator = v.object({
  index: v.optional(v.string()),
  range: v.optional(v.array(boundValidator)),
  order: v.optional(v.union(v.literal("asc"), v.literal("desc"))),
  /**
   * Nested arrays such as `["gt", ["field", "a"], 1]`. `["undefined"]` stands
   * for a missing field.
   */
  filters: v.optional(v.array(v.any())),
});

export function compose(
  database: LooseDatabase,
  table: string,
  { index, range = [], order, filters = [] }: Infer<typeof readingValidator>,
): LooseQuery {
  const whole = database.query(table);
  let found: LooseQuery = whole;
  if (index !== undefined) {
    found = whole.withIndex(index, (start) =>
      range.reduce(
        // Values of `v.any()` are Convex values.
        (q, { op, field, value }) => q[op](field, value as Value | undefined),
        start,
      ),
    );
  }
  if (order !== undefined) found = found.order(order);
  return filters.reduce<LooseQuery>(
    (query, filter) => query.filter((q) => expressionOf(q, filter)),
    found,
  );
}

function expressionOf(q: LooseFilter, operand: unknown): unknown {
  if (!Array.isArray(operand)) return operand;
  // operands have the format described above
  const [operator, ...operands] = operand as [string, ...unknown[]];
  if (operator === "undefined") return undefined;
  return q[operator]?.(...operands.map((each) => expressionOf(q, each)));
}
