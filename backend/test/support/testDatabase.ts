/** An in-memory database and shorthands for tests. */
import { randomBytes } from "node:crypto";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../src/values/convexJson.ts";
import type {
  ComponentSchema,
  Database,
  QueryJson,
  TableSchema,
  Transaction,
} from "../../src/database/contract.ts";
import {
  openDatabase,
  type OpenDatabaseOptions,
} from "../../src/database/openDatabase.ts";

const ANY: ConvexJson = { type: "any" };

/** @example tableSchema("beats", { by_bpm: ["bpm"] }) */
export function tableSchema(
  tableName: string,
  indexes: Record<string, string[]> = {},
  documentType: ConvexJson = ANY,
): TableSchema {
  return {
    tableName,
    documentType,
    indexes: Object.entries(indexes).map(([indexDescriptor, fields]) => ({
      indexDescriptor,
      fields,
    })),
  };
}

export function strict(...tables: TableSchema[]): ComponentSchema {
  return { tables, schemaValidation: true };
}

export function openTestDatabase(
  options: Partial<OpenDatabaseOptions> & { tables?: TableSchema[] } = {},
): Database {
  const { tables = [], ...rest } = options;
  const database = openDatabase({ path: ":memory:", randomBytes, ...rest });
  if (tables.length > 0)
    database.setSchemas(new Map([["", strict(...tables)]]));
  return database;
}

/** Runs `work` in one transaction, applies it and makes it durable. */
export function commit<T>(
  database: Database,
  work: (transaction: Transaction) => T,
): T {
  const transaction = database.begin();
  try {
    const result = work(transaction);
    database.apply(transaction);
    database.flush();
    return result;
  } finally {
    transaction.end();
  }
}

/** Runs `work` in a transaction that is never applied. */
export function read<T>(
  database: Database,
  work: (transaction: Transaction) => T,
): T {
  const transaction = database.begin();
  try {
    return work(transaction);
  } finally {
    transaction.end();
  }
}

type Bound = [type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte", ConvexJson];

export function indexQuery(
  indexName: string,
  range: Record<string, Bound | Bound[]> = {},
  order: "asc" | "desc" = "asc",
  operators: ConvexJsonObject[] = [],
): QueryJson {
  const expressions = Object.entries(range).flatMap(([fieldPath, bounds]) =>
    // A list of bounds contains lists; a single bound starts with its type.
    (typeof bounds[0] === "string"
      ? [bounds as Bound]
      : (bounds as Bound[])
    ).map(([type, value]) => ({ type, fieldPath, value })),
  );
  return {
    source: { type: "IndexRange", indexName, range: expressions, order },
    operators,
  };
}

export function scanQuery(
  tableName: string,
  operators: ConvexJsonObject[] = [],
  order: "asc" | "desc" = "asc",
): QueryJson {
  return { source: { type: "FullTableScan", tableName, order }, operators };
}

/** Returns all documents of a query, or the first `count` of them. */
export function collect(
  transaction: Transaction,
  query: QueryJson,
  count = Infinity,
): ConvexJsonObject[] {
  const stream = transaction.stream("", query);
  const documents: ConvexJsonObject[] = [];
  while (documents.length < count) {
    const json = stream.next();
    if (json === null) break;
    documents.push(parse(json));
  }
  return documents;
}

export function parse(json: string): ConvexJsonObject {
  // Stored texts are always documents.
  return JSON.parse(json) as ConvexJsonObject;
}
