/**
 * Writes a transaction's overlay into storage and returns the index keys it
 * touched.
 */
import type { Storage } from "../storage/storage.ts";
import { bigintToJson, resolveCommitTs } from "../values/commitTs.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type { IndexInfo, TableInfo } from "./catalog.ts";
import type { Timestamp, WriteSet } from "./contract.ts";
import type { OverlayEntry, WrittenState } from "./overlay.ts";
import { isSameEntry } from "./vectorIndex.ts";
import { keysOf } from "./writes.ts";

type MutableWriteSet = Map<number, Set<string>>;

/**
 * Leaves out entries that change nothing, such as a document inserted and
 * removed again.
 */
export function effectiveEntries(
  entries: Iterable<OverlayEntry>,
): OverlayEntry[] {
  return [...entries].filter(
    ({ before, after }) => (before?.json ?? null) !== (after?.json ?? null),
  );
}

/**
 * Writes documents, index entries, search texts and vectors. Fills in `ts` for
 * pending commit timestamps. Run this within a savepoint, since it may fail
 * halfway.
 */
export function applyWrites(
  storage: Storage,
  entries: readonly OverlayEntry[],
  ts: Timestamp,
): WriteSet {
  const writes: MutableWriteSet = new Map();
  const commitTs = bigintToJson(ts);
  for (const entry of entries) {
    const { table, before } = entry;
    const after =
      entry.after === null ? null : resolved(entry.after, table, commitTs);
    const old = before === null ? null : parseDocument(before.json);
    const oldKeys = old === null ? null : keysOf(table, old);
    addAll(writes, oldKeys);
    addAll(writes, after?.keys ?? null);
    const row = write(storage, entry, oldKeys, after);
    writeSearchTexts(storage, table, row, old, after?.document ?? null);
    writeVectors(storage, table, row, old, after?.document ?? null);
  }
  return writes;
}

/** Replaces commit timestamp placeholders and computes the keys again. */
function resolved(
  state: WrittenState,
  table: TableInfo,
  commitTs: ConvexJsonObject,
): WrittenState {
  if (!state.json.includes('{"$commitTs":null}')) return state;
  const document = resolveCommitTs(parseDocument(state.json), commitTs);
  return {
    json: JSON.stringify(document),
    document,
    keys: keysOf(table, document),
  };
}

function parseDocument(json: string): ConvexJsonObject {
  // Only this module and imports write documents.
  return JSON.parse(json) as ConvexJsonObject;
}

function addAll(
  writes: MutableWriteSet,
  keys: ReadonlyMap<IndexInfo, string> | null,
): void {
  if (keys === null) return;
  for (const [index, key] of keys) {
    const own = writes.get(index.id);
    if (own === undefined) writes.set(index.id, new Set([key]));
    else own.add(key);
  }
}

function write(
  storage: Storage,
  { table, id, before }: OverlayEntry,
  oldKeys: ReadonlyMap<IndexInfo, string> | null,
  after: WrittenState | null,
): number {
  const row =
    before?.row ?? storage.insertDocument(table.number, id, must(after).json);
  if (before !== null && after !== null)
    storage.updateDocument(row, after.json);
  for (const index of table.indexes.values()) {
    if (index === table.byId) continue;
    const oldKey = oldKeys?.get(index);
    const newKey = after?.keys.get(index);
    if (oldKey === newKey) continue;
    if (oldKey !== undefined) storage.deleteEntry(index.id, oldKey);
    if (newKey !== undefined) storage.insertEntry(index.id, newKey, row);
  }
  if (after === null) storage.deleteDocument(row);
  return row;
}

/** An effective entry always has a state before or after. */
function must(state: WrittenState | null): WrittenState {
  if (state === null) throw new Error("There is nothing to write.");
  return state;
}

export function writeSearchTexts(
  storage: Storage,
  table: TableInfo,
  row: number,
  before: ConvexJsonObject | null,
  after: ConvexJsonObject | null,
): void {
  for (const index of table.searchIndexes.values()) {
    const oldText = before === null ? null : index.text(before);
    const newText = after === null ? null : index.text(after);
    if (oldText === newText) continue;
    if (oldText !== null) storage.search.delete(index.id, row);
    if (newText !== null) storage.search.insert(index.id, row, newText);
  }
}

export function writeVectors(
  storage: Storage,
  table: TableInfo,
  row: number,
  before: ConvexJsonObject | null,
  after: ConvexJsonObject | null,
): void {
  for (const index of table.vectorIndexes.values()) {
    const old = before === null ? null : index.entry(before);
    const entry = after === null ? null : index.entry(after);
    if (entry === null) {
      if (old !== null) storage.vectors.delete(index.id, row);
    } else if (old === null || !isSameEntry(old, entry)) {
      storage.vectors.put(index.id, row, entry);
    }
  }
}
