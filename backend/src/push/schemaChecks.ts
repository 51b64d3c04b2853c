/**
 * Checks a schema before anything of a push is stored. Refuses invalid and
 * reserved names, indexes over fields that no document can have, and references
 * to unknown tables. Uses Convex's error messages where they are public.
 */
import {
  type TableSchema,
  VISIBLE_SYSTEM_TABLES,
} from "../database/contract.ts";
import { HttpError } from "../http/httpError.ts";
import type { ConvexJson, ValidatorJSON } from "../values/convexJson.ts";
import {
  canHoldField,
  canHoldVector,
  referencedTables,
  requireFieldNames,
} from "./documentTypes.ts";

interface ExportedIndex {
  readonly indexDescriptor: string;
  readonly fields: readonly string[];
}

interface SearchLikeIndex {
  readonly indexDescriptor: string;
  readonly searchField?: string;
  readonly vectorField?: string;
  readonly dimensions?: number;
  readonly filterFields: readonly string[];
}

/** A table in the form that `defineSchema().export()` writes. */
interface ExportedTable {
  readonly tableName: string;
  readonly indexes: TableSchema["indexes"];
  readonly stagedDbIndexes?: TableSchema["indexes"];
  readonly searchIndexes?: readonly SearchLikeIndex[];
  readonly stagedSearchIndexes?: readonly SearchLikeIndex[];
  readonly vectorIndexes?: readonly SearchLikeIndex[];
  readonly stagedVectorIndexes?: readonly SearchLikeIndex[];
  readonly documentType: ValidatorJSON;
}

const MAX_INDEX_FIELDS = 16;
const MAX_VECTOR_INDEXES = 4;
const MIN_DIMENSIONS = 2;
const MAX_DIMENSIONS = 4096;
const MAX_FILTER_FIELDS = 16;
const MAX_NAME_LENGTH = 64;
const RESERVED_INDEXES: readonly string[] = ["by_id", "by_creation_time"];
const SYSTEM_FIELDS: readonly string[] = ["_id", "_creationTime"];

/**
 * @param schema the result of `defineSchema().export()` for one component, or
 *   null if it has no schema
 * @throws HttpError 400 for the first fault found
 */
export function requireUsableSchema(schema: ConvexJson): void {
  if (schema === null) return;
  // `defineSchema().export()` made this schema.
  const { tables, schemaValidation } = schema as unknown as {
    tables: readonly ExportedTable[];
    schemaValidation: boolean;
  };
  const names = new Set([
    ...VISIBLE_SYSTEM_TABLES,
    ...tables.map(({ tableName }) => tableName),
  ]);
  for (const table of tables) {
    requireTableName(table.tableName);
    requireFieldNames(table.documentType, refuse);
    requireIndexNames(table);
    for (const index of databaseIndexes(table)) requireIndex(table, index);
    requireDistinctIndexes(table);
    requireVectorIndexes(table);
    for (const index of searchLikeIndexes(table))
      requireSearchFields(table, index);
    // Without schema validation, a document may refer to tables outside the
    // schema.
    if (schemaValidation) requireReferences(table, names);
  }
}

function isIdentifier(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && /^[a-zA-Z]\w*$/.test(name);
}

function requireTableName(name: string): void {
  if (!isIdentifier(name))
    refuse(
      "InvalidTableName",
      `Table names must be valid identifiers, got "${name}"`,
    );
}

function requireIndexNames(table: ExportedTable): void {
  const seen = new Set<string>();
  const indexes = [...databaseIndexes(table), ...searchLikeIndexes(table)];
  for (const { indexDescriptor: name } of indexes) {
    if (RESERVED_INDEXES.includes(name) || name.startsWith("_"))
      refuse(
        "IndexNameReserved",
        `In table "${table.tableName}" cannot name an index "${name}" because the name is reserved. ` +
          'Indexes may not start with an underscore or be named "by_id" or "by_creation_time".',
      );
    if (!isIdentifier(name))
      refuse(
        "InvalidIndexName",
        `Index names must be valid identifiers, got "${name}"`,
      );
    if (seen.has(name))
      refuse(
        "IndexNamesNotUnique",
        `Table "${table.tableName}" has two or more definitions of index "${name}".`,
      );
    seen.add(name);
  }
}

function requireIndex(
  { tableName, documentType }: ExportedTable,
  { indexDescriptor, fields }: ExportedIndex,
): void {
  const place = `In table "${tableName}": In index "${indexDescriptor}"`;
  if (fields.length === 0)
    refuse(
      "EmptyIndex",
      `In table "${tableName}" index "${indexDescriptor}" must have at least one field.`,
    );
  // `_creationTime` is appended to each index and counts as a field.
  if (fields.length + 1 > MAX_INDEX_FIELDS)
    refuse(
      "IndexTooManyFields",
      `${place}: Indexes may have up to ${MAX_INDEX_FIELDS} fields.`,
    );
  for (const [at, field] of fields.entries()) {
    requireIndexField(place, field);
    if (fields.indexOf(field) !== at)
      refuse(
        "FieldsNotUniqueWithinIndex",
        `${place}: Duplicate field "${field}". Index fields must be unique within an index.`,
      );
    requireKnownField(place, documentType, field);
  }
}

function requireIndexField(place: string, field: string): void {
  if (field === "_creationTime")
    refuse(
      "IndexFieldsContainCreationTime",
      "`_creationTime` is automatically added to the end of each index. It should not be added explicitly in the index definition.",
    );
  if (field === "_id")
    refuse(
      "IndexFieldsContainId",
      `${place}: \`_id\` is not a valid index field. To load documents by ID, use \`db.get(id)\`.`,
    );
  if (field.split(".").some((name) => name.startsWith("_")))
    refuse(
      "IndexFieldNameReserved",
      "Reserved fields (starting with `_`) are not allowed in indexes.",
    );
}

function requireKnownField(
  place: string,
  documentType: ValidatorJSON,
  field: string,
): void {
  if (canHoldField(documentType, field.split("."))) return;
  refuse(
    "IndexFieldNotInSchema",
    `${place}: The field "${field}" does not exist in the documents of the table.`,
  );
}

function requireDistinctIndexes(table: ExportedTable): void {
  const nameByFields = new Map<string, string>();
  for (const { indexDescriptor, fields } of table.indexes) {
    const key = JSON.stringify(fields);
    const other = nameByFields.get(key);
    if (other !== undefined)
      refuse(
        "IndexNotUnique",
        `In table "${table.tableName}" index "${indexDescriptor}" and index "${other}" have the same fields. ` +
          "Indexes must be unique within a table.",
      );
    nameByFields.set(key, indexDescriptor);
  }
}

function requireSearchFields(
  { tableName, documentType }: ExportedTable,
  index: SearchLikeIndex,
): void {
  const place = `In table "${tableName}": In index "${index.indexDescriptor}"`;
  const own = index.searchField ?? index.vectorField;
  for (const field of [
    ...(own === undefined ? [] : [own]),
    ...index.filterFields,
  ])
    if (!SYSTEM_FIELDS.includes(field))
      requireKnownField(place, documentType, field);
}

function requireVectorIndexes(table: ExportedTable): void {
  const place = `In table "${table.tableName}"`;
  const indexes = vectorIndexes(table);
  if (indexes.length > MAX_VECTOR_INDEXES)
    refuse(
      "TooManyVectorIndexes",
      `${place}: A table may have up to ${MAX_VECTOR_INDEXES} vector indexes, not ${indexes.length}.`,
    );
  for (const index of indexes)
    requireVectorIndex(
      `${place}: In index "${index.indexDescriptor}"`,
      table,
      index,
    );
}

function requireVectorIndex(
  place: string,
  { documentType }: ExportedTable,
  { dimensions = 0, vectorField = "", filterFields }: SearchLikeIndex,
): void {
  const isPossible =
    Number.isInteger(dimensions) &&
    dimensions >= MIN_DIMENSIONS &&
    dimensions <= MAX_DIMENSIONS;
  if (!isPossible)
    refuse(
      "InvalidVectorDimensions",
      `${place}: A vector index has ${MIN_DIMENSIONS} to ${MAX_DIMENSIONS} dimensions, not ${dimensions}.`,
    );
  if (filterFields.length > MAX_FILTER_FIELDS)
    refuse(
      "TooManyFilterFields",
      `${place}: A vector index may have up to ${MAX_FILTER_FIELDS} filter fields, not ${filterFields.length}.`,
    );
  if (!canHoldVector(documentType, vectorField.split(".")))
    refuse(
      "VectorFieldNotInSchema",
      `${place}: The field "${vectorField}" must be v.array(v.float64()), or a union with it.`,
    );
}

function requireReferences(
  { tableName, documentType }: ExportedTable,
  names: ReadonlySet<string>,
): void {
  for (const name of referencedTables(documentType))
    if (!names.has(name))
      refuse(
        "UnknownTable",
        `In table "${tableName}": v.id("${name}") refers to a table that is not in the schema.`,
      );
}

function databaseIndexes(table: ExportedTable): readonly ExportedIndex[] {
  return [...table.indexes, ...(table.stagedDbIndexes ?? [])];
}

function searchLikeIndexes(table: ExportedTable): readonly SearchLikeIndex[] {
  return [
    ...(table.searchIndexes ?? []),
    ...(table.stagedSearchIndexes ?? []),
    ...vectorIndexes(table),
  ];
}

function vectorIndexes(table: ExportedTable): readonly SearchLikeIndex[] {
  return [...(table.vectorIndexes ?? []), ...(table.stagedVectorIndexes ?? [])];
}

function refuse(code: string, message: string): never {
  throw new HttpError(400, code, message);
}
