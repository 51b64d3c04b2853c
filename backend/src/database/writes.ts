/**
 * Checks a transaction's writes and computes the documents and keys they lead
 * to.
 */
import type { Storage } from "../storage/storage.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { documentProblem } from "../values/documentChecks.ts";
import { isUndefined } from "../values/filters.ts";
import { encodeKey } from "../values/keys.ts";
import { validationProblem } from "../values/validators.ts";
import type { Catalog, IndexInfo, TableInfo } from "./catalog.ts";
import { DatabaseError } from "./contract.ts";
import type { CommittedState, Overlay, WrittenState } from "./overlay.ts";

export interface SystemFields {
  readonly _id: string;
  readonly _creationTime: number;
}

/** Splits a stored document into its system fields and the rest. */
export function splitDocument(json: string): {
  system: SystemFields;
  value: ConvexJsonObject;
} {
  // `documentText` wrote this text, so it has this shape.
  const document = JSON.parse(json) as ConvexJsonObject & SystemFields;
  const { _id, _creationTime, ...value } = document;
  return { system: { _id, _creationTime }, value };
}

/**
 * Checks a value and returns the state that writing it leads to.
 * @throws DatabaseError if the value breaks a limit or the schema
 */
export function writtenState(
  catalog: Catalog,
  table: TableInfo,
  system: SystemFields,
  value: ConvexJsonObject,
): WrittenState {
  const text = JSON.stringify(value);
  const problem = documentProblem(value, text);
  if (problem !== null) {
    throw new DatabaseError(
      `Failed to write a document in table "${table.name}": ${problem}`,
    );
  }
  requireSchema(catalog, table, value);
  const document = { ...system, ...value };
  return {
    json: documentText(system, text),
    document,
    keys: keysOf(table, document),
  };
}

/**
 * Builds the stored JSON text from the system fields and the JSON text of the other
 * fields.
 */
export function documentText(system: SystemFields, text: string): string {
  const head = `{"_creationTime":${system._creationTime},"_id":"${system._id}"`;
  return text === "{}" ? `${head}}` : `${head},${text.slice(1)}`;
}

function requireSchema(
  catalog: Catalog,
  table: TableInfo,
  value: ConvexJsonObject,
): void {
  if (table.validator === null) return;
  const problem = validationProblem(table.validator, value, (id) =>
    tableNameWithin(catalog, table.component, id),
  );
  if (problem !== null) {
    throw new DatabaseError(
      `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${problem}`,
    );
  }
}

/**
 * Returns the name of an id's table, or null if the id does not belong to the
 * component.
 */
export function tableNameWithin(
  catalog: Catalog,
  component: string,
  id: string,
): string | null {
  return catalog.tableOfId(component, id)?.name ?? null;
}

/** Returns the document's key in each index of its table. */
export function keysOf(
  table: TableInfo,
  document: ConvexJsonObject,
): Map<IndexInfo, string> {
  const keys = new Map<IndexInfo, string>();
  for (const index of table.indexes.values()) {
    keys.set(index, index.key(document));
  }
  return keys;
}

/** Applies a patch to a document's own fields. */
export function patched(
  system: SystemFields,
  current: ConvexJsonObject,
  value: ConvexJsonObject,
): ConvexJsonObject {
  const fields = withoutSystemFields(system, value);
  const result = { ...current };
  for (const [name, field] of Object.entries(fields)) {
    if (isUndefined(field)) delete result[name];
    else result[name] = field;
  }
  return sorted(result);
}

/**
 * Sorts fields as `convexToJson` does, so that equal documents have equal
 * texts.
 */
function sorted(object: ConvexJsonObject): ConvexJsonObject {
  return Object.fromEntries(
    Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Removes system fields from a value. The value may name them, but not change them.
 */
export function withoutSystemFields(
  system: SystemFields,
  value: ConvexJsonObject,
): ConvexJsonObject {
  if (!("_id" in value) && !("_creationTime" in value)) return value;
  const { _id, _creationTime, ...fields } = value;
  requireSame("_id", _id, system._id);
  requireSame("_creationTime", _creationTime, system._creationTime);
  return fields;
}

function requireSame(
  name: keyof SystemFields,
  given: ConvexJson | undefined,
  own: ConvexJson,
): void {
  const isSame =
    given === undefined ||
    isUndefined(given) ||
    encodeKey(given) === encodeKey(own);
  if (isSame) return;
  throw new DatabaseError(
    `Provided \`${name}\` field value ${JSON.stringify(given)} does not match the document's ${JSON.stringify(own)}.`,
  );
}

export interface CurrentState {
  readonly before: CommittedState | null;
  readonly json: string;
}

/**
 * Returns the document as the transaction sees it, together with its stored state.
 * Null if the document does not exist.
 */
export function currentState(
  storage: Storage,
  overlay: Overlay,
  table: TableInfo,
  id: string,
): CurrentState | null {
  const entry = overlay.get(id);
  if (entry !== undefined) {
    return entry.after === null
      ? null
      : { before: entry.before, json: entry.after.json };
  }
  const before = storage.document(table.number, id);
  return before === null ? null : { before, json: before.json };
}
