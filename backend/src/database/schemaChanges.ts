/**
 * Applies a new schema to tables and indexes, and finds documents that violate
 * one.
 */
import type { Storage } from "../storage/storage.ts";
import type {
  ConvexJson,
  ConvexJsonObject,
  ValidatorJSON,
} from "../values/convexJson.ts";
import { validationProblem } from "../values/validators.ts";
import {
  BY_CREATION_TIME,
  BY_ID,
  type Catalog,
  type IndexInfo,
  type TableInfo,
} from "./catalog.ts";
import {
  type ComponentPath,
  type ComponentSchema,
  DatabaseError,
  type SchemaByComponent,
  type SchemaViolation,
  type TableSchema,
} from "./contract.ts";
import type { SearchIndexInfo } from "./searchIndex.ts";
import type { VectorIndexInfo } from "./vectorIndex.ts";
import { splitDocument, tableNameWithin } from "./writes.ts";

const CHUNK_ROWS = 500;
const MAX_VIOLATIONS = 10;
const MAX_INDEXES_PER_TABLE = 64;
const MAX_FIELDS_PER_INDEX = 16;

/**
 * Creates, removes and fills indexes. Must run within an open storage
 * transaction.
 */
export function changeSchemas(
  storage: Storage,
  catalog: Catalog,
  schemas: SchemaByComponent,
): void {
  for (const [component, schema] of schemas) {
    const tables = schema?.tables ?? [];
    const byName = new Map(tables.map((table) => [table.tableName, table]));
    for (const name of byName.keys()) catalog.table(component, name);
    catalog.setSaved(saveTables(storage, catalog), true);
    for (const table of catalog.tables()) {
      if (table.component !== component || table.isSystem) continue;
      const wanted = byName.get(table.name);
      changeTable(storage, catalog, table, wanted?.indexes ?? []);
      changeSearchIndexes(storage, catalog, table, wanted?.searchIndexes ?? []);
      changeVectorIndexes(storage, catalog, table, wanted?.vectorIndexes ?? []);
    }
  }
}

/** Sets validators and table restrictions in memory; writes nothing. */
export function adoptSchemas(
  catalog: Catalog,
  schemas: SchemaByComponent,
): void {
  for (const [component, schema] of schemas) {
    const isStrict = schema?.schemaValidation === true;
    const byName = new Map(schema?.tables.map((t) => [t.tableName, t]));
    catalog.close(component, isStrict ? new Set(byName.keys()) : null);
    for (const name of byName.keys()) catalog.table(component, name);
    for (const table of catalog.tables()) {
      if (table.component !== component || table.isSystem) continue;
      const own = byName.get(table.name);
      table.validator = isStrict && own !== undefined ? validatorOf(own) : null;
    }
  }
}

/**
 * Stores tables that exist only in memory. The caller marks them as saved once
 * the write has succeeded.
 */
export function saveTables(storage: Storage, catalog: Catalog): TableInfo[] {
  const tables = [...catalog.unsaved];
  for (const table of tables) saveTable(storage, table);
  return tables;
}

/** Stores one table with its indexes. */
export function saveTable(storage: Storage, table: TableInfo): void {
  const tableNumber = table.number;
  storage.insertTable(table);
  for (const { id, name, declaredFields } of table.indexes.values()) {
    storage.insertIndex({ id, tableNumber, name, fields: declaredFields });
  }
  for (const index of table.searchIndexes.values()) {
    const { id, name, searchField, filterFields } = index;
    storage.search.create({ id, tableNumber, name, searchField, filterFields });
  }
  for (const index of table.vectorIndexes.values()) {
    storage.vectors.create(index.stored(tableNumber));
  }
}

/**
 * @throws DatabaseError if an index has a bad name or number of fields, or if a
 *   table has too many indexes
 */
export function requireValidSchemas(schemas: SchemaByComponent): void {
  for (const schema of schemas.values()) schema?.tables.forEach(requireValid);
}

function requireValid({ tableName, indexes }: TableSchema): void {
  if (indexes.length > MAX_INDEXES_PER_TABLE) {
    throw new DatabaseError(
      `Table "${tableName}" has ${indexes.length} indexes; at most ${MAX_INDEXES_PER_TABLE} are allowed.`,
    );
  }
  for (const { indexDescriptor, fields } of indexes) {
    const isReserved =
      indexDescriptor === BY_ID || indexDescriptor === BY_CREATION_TIME;
    if (isReserved || !/^[A-Za-z]\w*$/.test(indexDescriptor)) {
      throw new DatabaseError(
        `Invalid index name "${indexDescriptor}" in table "${tableName}".`,
      );
    }
    if (fields.length === 0 || fields.length > MAX_FIELDS_PER_INDEX) {
      throw new DatabaseError(
        `Index "${tableName}.${indexDescriptor}" has ${fields.length} fields; it must have 1 to ${MAX_FIELDS_PER_INDEX}.`,
      );
    }
  }
}

function changeTable(
  storage: Storage,
  catalog: Catalog,
  table: TableInfo,
  wanted: TableSchema["indexes"],
): void {
  const fieldsByName = new Map(
    wanted.map(({ indexDescriptor, fields }) => [indexDescriptor, fields]),
  );
  for (const index of table.indexes.values()) {
    if (index === table.byId || index === table.byCreationTime) continue;
    const fields = fieldsByName.get(index.name);
    if (fields?.join() === index.declaredFields.join()) {
      fieldsByName.delete(index.name);
    } else {
      storage.deleteIndex(index.id);
      table.indexes.delete(index.name);
    }
  }
  const added = [...fieldsByName].map(([name, fields]) =>
    catalog.newIndex(name, fields),
  );
  for (const index of added) {
    storage.insertIndex({
      id: index.id,
      tableNumber: table.number,
      name: index.name,
      fields: index.declaredFields,
    });
    table.indexes.set(index.name, index);
  }
  if (added.length > 0) fill(storage, table, added);
}

function changeSearchIndexes(
  storage: Storage,
  catalog: Catalog,
  table: TableInfo,
  wanted: NonNullable<TableSchema["searchIndexes"]>,
): void {
  const kept = new Set<string>();
  for (const index of table.searchIndexes.values()) {
    const same = wanted.find(
      ({ indexDescriptor, searchField, filterFields }) =>
        indexDescriptor === index.name &&
        searchField === index.searchField &&
        filterFields.join() === index.filterFields.join(),
    );
    if (same !== undefined) {
      kept.add(index.name);
    } else {
      storage.search.drop(index.id);
      table.searchIndexes.delete(index.name);
    }
  }
  for (const { indexDescriptor, searchField, filterFields } of wanted) {
    if (kept.has(indexDescriptor)) continue;
    const index = catalog.newSearchIndex(
      indexDescriptor,
      searchField,
      filterFields,
    );
    storage.search.create({
      id: index.id,
      tableNumber: table.number,
      name: index.name,
      searchField,
      filterFields,
    });
    table.searchIndexes.set(index.name, index);
    fillSearch(storage, table, index);
  }
}

function fillSearch(
  storage: Storage,
  table: TableInfo,
  index: SearchIndexInfo,
): void {
  for (const { row, json } of documentsOf(storage, table)) {
    // Stored texts are always documents.
    const text = index.text(JSON.parse(json) as ConvexJsonObject);
    if (text !== null) storage.search.insert(index.id, row, text);
  }
}

function changeVectorIndexes(
  storage: Storage,
  catalog: Catalog,
  table: TableInfo,
  wanted: NonNullable<TableSchema["vectorIndexes"]>,
): void {
  const specs = wanted.map(({ indexDescriptor, ...spec }) => ({
    ...spec,
    name: indexDescriptor,
  }));
  for (const index of table.vectorIndexes.values()) {
    if (specs.some((spec) => index.isAs(spec))) continue;
    storage.vectors.drop(index.id);
    table.vectorIndexes.delete(index.name);
  }
  for (const spec of specs) {
    if (table.vectorIndexes.has(spec.name)) continue;
    const index = catalog.newVectorIndex(spec);
    storage.vectors.create(index.stored(table.number));
    table.vectorIndexes.set(index.name, index);
    fillVectors(storage, table, index);
  }
}

function fillVectors(
  storage: Storage,
  table: TableInfo,
  index: VectorIndexInfo,
): void {
  for (const { row, json } of documentsOf(storage, table)) {
    // Stored texts are always documents.
    const entry = index.entry(JSON.parse(json) as ConvexJsonObject);
    if (entry !== null) storage.vectors.put(index.id, row, entry);
  }
}

function fill(
  storage: Storage,
  table: TableInfo,
  indexes: readonly IndexInfo[],
): void {
  for (const { row, json } of documentsOf(storage, table)) {
    // Stored texts are always documents.
    const document = JSON.parse(json) as ConvexJsonObject;
    for (const index of indexes) {
      storage.insertEntry(index.id, index.key(document), row);
    }
  }
}

/** Yields all documents of a table in id order, fetched in chunks. */
export function* documentsOf(
  storage: Storage,
  table: Pick<TableInfo, "number">,
) {
  let after = "";
  for (;;) {
    const chunk = storage.documentsAfter(table.number, after, CHUNK_ROWS);
    yield* chunk;
    const last = chunk[chunk.length - 1];
    if (last === undefined || chunk.length < CHUNK_ROWS) return;
    after = last.id;
  }
}

export function findViolations(
  storage: Storage,
  catalog: Catalog,
  schemas: SchemaByComponent,
): SchemaViolation[] {
  const found: SchemaViolation[] = [];
  for (const [component, schema] of schemas) {
    for (const violation of violationsOf(storage, catalog, component, schema)) {
      found.push(violation);
      if (found.length === MAX_VIOLATIONS) return found;
    }
  }
  return found;
}

function* violationsOf(
  storage: Storage,
  catalog: Catalog,
  component: ComponentPath,
  schema: ComponentSchema | null,
): Generator<SchemaViolation> {
  if (schema?.schemaValidation !== true) return;
  for (const tableSchema of schema.tables) {
    const validator = validatorOf(tableSchema);
    if (validator === null) continue;
    const table = catalog.table(component, tableSchema.tableName);
    for (const { id, json } of documentsOf(storage, table)) {
      const { value } = splitDocument(json);
      const problem = validationProblem(validator, value, (other) =>
        tableNameWithin(catalog, component, other),
      );
      if (problem === null) continue;
      yield {
        component,
        table: table.name,
        message: `Document with ID "${id}" in table "${table.name}" does not match the schema: ${problem}`,
      };
    }
  }
}

function validatorOf({ documentType }: TableSchema): ValidatorJSON | null {
  if (!isValidator(documentType) || documentType.type === "any") return null;
  return documentType;
}

/**
 * Schema exports contain only validators here, so checking for `type` is
 * enough.
 */
function isValidator(json: ConvexJson): json is ConvexJson & ValidatorJSON {
  return typeof json === "object" && json !== null && "type" in json;
}
