/** Writes a transaction's overlay into storage and tells which index keys that touched. */
import type { Storage } from "../storage/storage.ts";
import { bigintToJson, resolveCommitTs } from "../values/commitTs.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type { IndexInfo, TableInfo } from "./catalog.ts";
import type { Timestamp, WriteSet } from "./contract.ts";
import type { OverlayEntry, WrittenState } from "./overlay.ts";
import { keysOf } from "./writes.ts";

type MutableWriteSet = Map<number, Set<string>>;

/** Entries that end where they began are left out. */
export function effectiveEntries(
  entries: Iterable<OverlayEntry>,
): OverlayEntry[] {
  return [...entries].filter(
    ({ before, after }) => (before?.json ?? null) !== (after?.json ?? null),
  );
}

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
  }
  return writes;
}

/** With the timestamp in place of placeholders, and keys to match. */
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
  // Documents are written by this module alone.
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

/** What was neither before nor after is no effective entry. */
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
