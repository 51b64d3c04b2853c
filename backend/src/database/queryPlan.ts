/**
 * Plans a query: turns its JSON into an index range to scan and operators to
 * run over the rows.
 */
import type { Order } from "../storage/storage.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { compileFilter, type Filter, FilterError } from "../values/filters.ts";
import { KEY_MAX } from "../values/keys.ts";
import type { Catalog, IndexInfo, TableInfo } from "./catalog.ts";
import {
  type ComponentPath,
  DatabaseError,
  type Interval,
  type QueryJson,
} from "./contract.ts";
import { keyRange } from "./indexRange.ts";
import { IndexScan, type RowSource, type ScanContext } from "./indexScan.ts";
import { SearchExpression } from "./searchIndex.ts";
import { SearchScan } from "./searchScan.ts";

const MAX_OPERATORS = 256;

export type Operator =
  | { readonly kind: "filter"; readonly filter: Filter }
  | { readonly kind: "limit"; readonly limit: number };

export interface QueryPlan {
  /** Range of keys to scan. The keys of the rows lie within it. */
  readonly range: Interval;
  readonly order: Order;
  readonly operators: readonly Operator[];
  /**
   * Distinguishes this source from others, so that cursors fit only their
   * query.
   */
  readonly identity: ConvexJson;
  /**
   * Starts a scan of `range`. Storage fetches no more than `expectedRows` at
   * first.
   */
  open(
    context: ScanContext,
    range: Interval,
    expectedRows: number | undefined,
  ): RowSource;
}

/**
 * @throws DatabaseError if the query is malformed or names no existing index
 */
export function planQuery(
  catalog: Catalog,
  component: ComponentPath,
  query: QueryJson,
): QueryPlan {
  const { source } = query;
  switch (source.type) {
    case "FullTableScan":
      return planTableScan(catalog, component, query);
    case "IndexRange":
      return planIndexRange(catalog, component, query);
    case "Search":
      return planSearch(catalog, component, query);
    default:
      throw new DatabaseError(
        `Unknown query source: ${JSON.stringify(source.type)}.`,
      );
  }
}

function planTableScan(
  catalog: Catalog,
  component: ComponentPath,
  { source, operators }: QueryJson,
): QueryPlan {
  const table = catalog.table(component, text(source.tableName, "tableName"));
  const range = { low: "", high: KEY_MAX };
  const order = parseOrder(source.order);
  const parsed = parseOperators(operators);
  return planScan(table, table.byCreationTime, range, order, parsed);
}

function planIndexRange(
  catalog: Catalog,
  component: ComponentPath,
  { source, operators }: QueryJson,
): QueryPlan {
  const fullName = text(source.indexName, "indexName");
  const [tableName = "", name = ""] = fullName.split(".");
  const table = catalog.table(component, tableName);
  const index = table.indexes.get(name);
  if (index === undefined) {
    throw new DatabaseError(`Index ${fullName} not found.`);
  }
  const range = keyRange(index.fields, objects(source.range), fullName);
  const order = parseOrder(source.order);
  return planScan(table, index, range, order, parseOperators(operators));
}

function planScan(
  table: TableInfo,
  index: IndexInfo,
  wholeRange: Interval,
  order: Order,
  operators: readonly Operator[],
): QueryPlan {
  const { low, high } = wholeRange;
  return {
    range: wholeRange,
    order,
    operators,
    identity: [table.number, [...index.fields], low, high, order],
    open: (context, range, expectedRows) =>
      new IndexScan(context, { table, index, range, order, expectedRows }),
  };
}

function planSearch(
  catalog: Catalog,
  component: ComponentPath,
  { source, operators }: QueryJson,
): QueryPlan {
  const fullName = text(source.indexName, "indexName");
  const [tableName = "", name = ""] = fullName.split(".");
  const table = catalog.table(component, tableName);
  const index = table.searchIndexes.get(name);
  if (index === undefined) {
    throw new DatabaseError(`Search index ${fullName} not found.`);
  }
  const expression = new SearchExpression(index, objects(source.filters));
  return {
    range: { low: "", high: KEY_MAX },
    order: "asc",
    operators: parseOperators(operators),
    identity: expression.identity,
    open: (context, range) =>
      new SearchScan(context, { table, index, expression }, range),
  };
}

function text(value: ConvexJson | undefined, name: string): string {
  if (typeof value === "string") return value;
  throw new DatabaseError(`A query's \`${name}\` must be a string.`);
}

function objects(value: ConvexJson | undefined): ConvexJsonObject[] {
  // Each element is checked when it is parsed.
  if (Array.isArray(value)) return value as ConvexJsonObject[];
  throw new DatabaseError("A query's range or filters must be an array.");
}

function parseOrder(value: ConvexJson | undefined): Order {
  if (value === null || value === undefined || value === "asc") return "asc";
  if (value === "desc") return "desc";
  throw new DatabaseError(`Unknown order: ${JSON.stringify(value)}.`);
}

function parseOperators(operators: readonly ConvexJsonObject[]): Operator[] {
  if (operators.length > MAX_OPERATORS) {
    throw new DatabaseError(
      `Can't run a query with more than ${MAX_OPERATORS} operators.`,
    );
  }
  return operators.map(parseOperator);
}

function parseOperator(operator: ConvexJsonObject): Operator {
  if (operator.filter !== undefined) {
    return { kind: "filter", filter: parseFilter(operator.filter) };
  }
  const { limit } = operator;
  if (typeof limit === "number" && Number.isInteger(limit) && limit >= 0) {
    return { kind: "limit", limit };
  }
  throw new DatabaseError(
    `Unknown query operator: ${JSON.stringify(operator)}.`,
  );
}

function parseFilter(expression: ConvexJson): Filter {
  try {
    return compileFilter(expression);
  } catch (error) {
    if (error instanceof FilterError) throw new DatabaseError(error.message);
    throw error;
  }
}
