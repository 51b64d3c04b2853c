/**
 * Checks the arguments of `ctx.vectorSearch`. Errors use Convex's wording where
 * it is public.
 */
import {
  FILTER_BYTES,
  filterDigest,
  type FilterTerm,
  vectorOf,
  type VectorIndexInfo,
  type VectorQuery,
} from "./vectorIndex.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import type { Catalog } from "./catalog.ts";
import { type ComponentPath, DatabaseError } from "./contract.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 256;
const MAX_FILTERS = 64;

/** @throws DatabaseError if the query is invalid */
export function parseVectorQuery(
  catalog: Catalog,
  component: ComponentPath,
  { indexName, limit, vector, expressions }: ConvexJsonObject,
): VectorQuery {
  const fullName = typeof indexName === "string" ? indexName : "";
  const index = indexOf(catalog, component, fullName);
  return {
    index,
    vector: queryVector(index, vector),
    limit: limitOf(limit),
    filter: filterOf(index, expressions),
  };
}

function indexOf(
  catalog: Catalog,
  component: ComponentPath,
  fullName: string,
): VectorIndexInfo {
  const [tableName = "", name = ""] = fullName.split(".");
  const index = catalog.table(component, tableName).vectorIndexes.get(name);
  if (index === undefined) {
    throw new DatabaseError(`Vector index ${fullName} not found.`);
  }
  return index;
}

function queryVector(
  { name, dimensions }: VectorIndexInfo,
  value: ConvexJson | undefined,
): Float32Array {
  if (Array.isArray(value) && value.length !== dimensions) {
    throw new DatabaseError(
      `The vector of a search must have as many numbers as index "${name}" has dimensions: ${dimensions}, not ${value.length}.`,
    );
  }
  const vector = vectorOf(value, dimensions);
  if (vector !== null) return vector;
  throw new DatabaseError(
    "The vector of a search must consist of finite numbers.",
  );
}

function limitOf(limit: ConvexJson | undefined): number {
  if (limit === undefined) return DEFAULT_LIMIT;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1) {
    throw new DatabaseError(
      `The limit of a vector query must be a whole number from 1 to ${MAX_LIMIT}, requested ${JSON.stringify(limit)}.`,
    );
  }
  if (limit > MAX_LIMIT) {
    throw new DatabaseError(
      `Vector queries can fetch at most ${MAX_LIMIT} results, requested ${limit}.`,
    );
  }
  return limit;
}

function filterOf(
  index: VectorIndexInfo,
  expression: ConvexJson | undefined,
): FilterTerm[] | null {
  if (expression === undefined || expression === null) return null;
  const terms: FilterTerm[] = [];
  const pending: ConvexJson[] = [expression];
  for (;;) {
    const next = pending.pop();
    if (next === undefined) return terms;
    const alternatives = orOf(next);
    if (alternatives === undefined) terms.push(termOf(index, next));
    else pending.push(...alternatives);
    if (terms.length + pending.length > MAX_FILTERS) throw tooManyFilters();
  }
}

function tooManyFilters(): DatabaseError {
  return new DatabaseError(
    `Vector queries can have at most ${MAX_FILTERS} filter expressions.`,
  );
}

function orOf(expression: ConvexJson): readonly ConvexJson[] | undefined {
  const alternatives = objectOf(expression).$or;
  return Array.isArray(alternatives) ? alternatives : undefined;
}

function termOf(index: VectorIndexInfo, expression: ConvexJson): FilterTerm {
  const sides = objectOf(expression).$eq;
  const [left, right] = Array.isArray(sides) ? sides : [];
  const field = objectOf(left ?? null).$field;
  const literal = objectOf(right ?? null).$literal;
  if (typeof field !== "string" || literal === undefined) {
    throw new DatabaseError(
      "The filter of a vector search is made of `q.eq` and `q.or`.",
    );
  }
  const at = index.filterFields.indexOf(field);
  if (at === -1) {
    throw new DatabaseError(
      `Field ${JSON.stringify(field)} is not a filter field of vector index "${index.name}".`,
    );
  }
  const isMissing = "$undefined" in objectOf(literal);
  return {
    offsetBytes: at * FILTER_BYTES,
    digest: filterDigest(isMissing ? undefined : literal),
  };
}

function objectOf(value: ConvexJson): ConvexJsonObject {
  const isObject = typeof value === "object" && value !== null;
  // An expression is an object with a single `$...` field.
  return isObject && !Array.isArray(value) ? value : {};
}
