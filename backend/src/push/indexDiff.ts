import type { ComponentPath, ComponentSchema } from "../database/contract.ts";
import type { Deployment } from "../runtime/contract/runtime.ts";
import type { ConvexJson } from "../values/convexJson.ts";

/** An index in the form that the CLI prints; `name` is `table.index`. */
export type IndexDescription =
  | { readonly name: string; readonly type: "database"; fields: string[] }
  | {
      readonly name: string;
      readonly type: "search";
      searchField: string;
      filterFields: string[];
    }
  | {
      readonly name: string;
      readonly type: "vector";
      dimensions: number;
      vectorField: string;
      filterFields: string[];
    };

export interface IndexDiff {
  readonly added_indexes: readonly IndexDescription[];
  readonly removed_indexes: readonly IndexDescription[];
}

/**
 * A table of a `ComponentSchema`, but with mutable filter fields, as
 * `IndexDescription` has them.
 */
type ExportedTable = Omit<
  ComponentSchema["tables"][number],
  "vectorIndexes"
> & {
  readonly vectorIndexes?: readonly {
    indexDescriptor: string;
    vectorField: string;
    dimensions: number;
    filterFields: string[];
  }[];
};

type Schemas = Deployment["schemas"];

/**
 * Returns the indexes that a push adds and removes, by component path. A
 * changed index counts as both.
 */
export function diffIndexes(
  before: Schemas,
  after: Schemas,
): Record<ComponentPath, IndexDiff> {
  const old = new Map(before);
  const next = new Map(after);
  const paths = new Set([...old.keys(), ...next.keys()]);
  return Object.fromEntries(
    [...paths].map((path) => {
      const removed = describeIndexes(old.get(path) ?? null);
      const added = describeIndexes(next.get(path) ?? null);
      const diff: IndexDiff = {
        added_indexes: without(added, removed),
        removed_indexes: without(removed, added),
      };
      return [path, diff];
    }),
  );
}

export function describeIndexes(schema: ConvexJson): IndexDescription[] {
  if (schema === null) return [];
  // `defineSchema().export()` of convex/server made this schema.
  const { tables } = schema as unknown as { tables: ExportedTable[] };
  return tables.flatMap((table) => [
    ...table.indexes.map(({ indexDescriptor, fields }) => ({
      name: `${table.tableName}.${indexDescriptor}`,
      type: "database" as const,
      fields: [...fields, "_creationTime"],
    })),
    ...(table.searchIndexes ?? []).map((index) => ({
      name: `${table.tableName}.${index.indexDescriptor}`,
      type: "search" as const,
      searchField: index.searchField,
      filterFields: [...index.filterFields],
    })),
    ...(table.vectorIndexes ?? []).map((index) => ({
      name: `${table.tableName}.${index.indexDescriptor}`,
      type: "vector" as const,
      dimensions: index.dimensions,
      vectorField: index.vectorField,
      filterFields: index.filterFields,
    })),
  ]);
}

function without(
  indexes: readonly IndexDescription[],
  others: readonly IndexDescription[],
): IndexDescription[] {
  const known = new Set(others.map((other) => JSON.stringify(other)));
  return indexes.filter((index) => !known.has(JSON.stringify(index)));
}
