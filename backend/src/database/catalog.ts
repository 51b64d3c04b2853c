/**
 * Knows which tables and indexes exist and which schema applies to them. Documents
 * are in storage.
 *
 * A table is created when it is first named, even by a read, so that reading an
 * empty table has an index to depend on. It gets its row in storage with the next
 * commit (`unsaved` until then).
 */
import type { StoredSearchIndex } from "../storage/searchStorage.ts";
import type { Storage, StoredIndex, StoredTable } from "../storage/storage.ts";
import type { ConvexJsonObject, ValidatorJSON } from "../values/convexJson.ts";
import { fieldAt } from "../values/fieldPath.ts";
import { tableNumberOf } from "../values/ids.ts";
import { encodeKey } from "../values/keys.ts";
import {
  type ComponentPath,
  DatabaseError,
  type SYSTEM_TABLES,
} from "./contract.ts";
import { SearchIndexInfo } from "./searchIndex.ts";
import { VectorIndexInfo, type VectorIndexSpec } from "./vectorIndex.ts";

export const BY_ID = "by_id";
export const BY_CREATION_TIME = "by_creation_time";

export class IndexInfo {
  readonly id: number;
  readonly name: string;
  readonly declaredFields: readonly string[];
  /**
   * The fields of a key, including the `_creationTime` and `_id` that end every
   * index.
   */
  readonly fields: readonly string[];
  readonly #paths: readonly (readonly string[])[];

  constructor(id: number, name: string, declaredFields: readonly string[]) {
    this.id = id;
    this.name = name;
    this.declaredFields = declaredFields;
    this.fields =
      name === BY_ID ? ["_id"] : [...declaredFields, "_creationTime", "_id"];
    this.#paths = this.fields.map((field) => field.split("."));
  }

  /**
   * Returns the document's key in this index, unique because it ends with the
   * id.
   */
  key(document: ConvexJsonObject): string {
    let key = "";
    for (const path of this.#paths) key += encodeKey(fieldAt(document, path));
    return key;
  }
}

export interface TableInfo {
  /** Identifies the stored table; unique across components. */
  readonly number: number;
  /**
   * The table number that the ids of its documents contain; unique within the
   * component.
   */
  readonly idNumber: number;
  readonly component: ComponentPath;
  readonly name: string;
  readonly isSystem: boolean;
  readonly byId: IndexInfo;
  readonly byCreationTime: IndexInfo;
  /** All indexes by name, including `by_id` and `by_creation_time`. */
  readonly indexes: Map<string, IndexInfo>;
  readonly searchIndexes: Map<string, SearchIndexInfo>;
  readonly vectorIndexes: Map<string, VectorIndexInfo>;
  validator: ValidatorJSON | null;
  isSaved: boolean;
}

const SYSTEM_INDEXES: Record<
  (typeof SYSTEM_TABLES)[number],
  Record<string, string[]>
> = {
  _storage: {},
  _scheduled_functions: {},
  _jobs: { by_state_and_run_at: ["state", "runAt"], by_job_id: ["jobId"] },
  _files: { by_uuid: ["uuid"], by_storage_id: ["storageId"] },
  _transfers: { by_transfer_id: ["transferId"] },
};

function makeTable(
  { number, component, name, idNumber }: StoredTable,
  all: readonly IndexInfo[],
): TableInfo {
  const indexes = new Map(all.map((index) => [index.name, index]));
  const byId = indexes.get(BY_ID);
  const byCreationTime = indexes.get(BY_CREATION_TIME);
  if (byId === undefined || byCreationTime === undefined) {
    throw new Error(`Table ${name} has lost its built-in indexes.`);
  }
  return {
    number,
    idNumber,
    component,
    name,
    isSystem: name.startsWith("_"),
    byId,
    byCreationTime,
    indexes,
    searchIndexes: new Map(),
    vectorIndexes: new Map(),
    validator: null,
    isSaved: false,
  };
}

/**
 * Prefix of the names of tables that are being imported or removed. No user table
 * can have this prefix.
 */
export const HIDDEN_PREFIX = "~";

/**
 * The table number in the ids of each system table. It is the same in every component and database,
 * so that file ids stay valid in a copy.
 */
const SYSTEM_ID_NUMBERS: Record<(typeof SYSTEM_TABLES)[number], number> = {
  _storage: 1,
  _scheduled_functions: 2,
  _jobs: 3,
  _files: 4,
  _transfers: 5,
};
/** Convex's first number for user tables; its own tables have lower numbers. */
const FIRST_USER_ID_NUMBER = 10_001;

export class Catalog {
  readonly #byName = new Map<string, TableInfo>();
  readonly #byNumber = new Map<number, TableInfo>();
  /** Tables by the table number in their ids, per component. */
  readonly #byIdNumber = new Map<ComponentPath, Map<number, TableInfo>>();
  /** Components whose schema allows only these tables. */
  readonly #closed = new Map<ComponentPath, ReadonlySet<string>>();
  readonly #unsaved = new Set<TableInfo>();
  #nextTableNumber = 1;
  #nextIdNumber = FIRST_USER_ID_NUMBER;
  #nextIndexId = 1;

  load(storage: Storage): void {
    const indexes = Map.groupBy(storage.indexes(), (i) => i.tableNumber);
    for (const table of storage.tables()) {
      const own = indexes.get(table.number) ?? [];
      this.#nextTableNumber = Math.max(this.#nextTableNumber, table.number + 1);
      this.#nextIdNumber = Math.max(this.#nextIdNumber, table.idNumber + 1);
      this.#passIndexIds(own);
      if (!isHidden(table.name)) this.#add(table, own).isSaved = true;
    }
    const searchIndexes = storage.search.indexes();
    this.#passIndexIds(searchIndexes);
    for (const index of searchIndexes) this.#addSearchIndex(index);
    const vectorIndexes = storage.vectors.indexes();
    this.#passIndexIds(vectorIndexes);
    for (const index of vectorIndexes) {
      const { tableNumber, name } = index;
      const table = this.#byNumber.get(tableNumber);
      table?.vectorIndexes.set(name, new VectorIndexInfo(index));
    }
  }

  #passIndexIds(used: readonly { id: number }[]): void {
    for (const { id } of used) {
      this.#nextIndexId = Math.max(this.#nextIndexId, id + 1);
    }
  }

  #addSearchIndex(index: StoredSearchIndex): void {
    this.#byNumber
      .get(index.tableNumber)
      ?.searchIndexes.set(
        index.name,
        new SearchIndexInfo(
          index.id,
          index.name,
          index.searchField,
          index.filterFields,
        ),
      );
  }

  get unsaved(): ReadonlySet<TableInfo> {
    return this.#unsaved;
  }

  /** Marks tables as stored, or as still to be stored if a batch was lost. */
  setSaved(tables: Iterable<TableInfo>, isSaved: boolean): void {
    for (const table of tables) {
      table.isSaved = isSaved;
      if (isSaved) this.#unsaved.delete(table);
      else this.#unsaved.add(table);
    }
  }

  /** Returns the table of that name and creates it if there is none. */
  table(component: ComponentPath, name: string): TableInfo {
    return (
      this.#byName.get(nameKey(component, name)) ?? this.#make(component, name)
    );
  }

  /** @throws DatabaseError if a strict schema does not name the table */
  tableForInsert(component: ComponentPath, name: string): TableInfo {
    const names = this.#closed.get(component);
    if (names !== undefined && !name.startsWith("_") && !names.has(name)) {
      throw new DatabaseError(
        `Table "${name}" is not in the schema${component === "" ? "" : ` of component "${component}"`}.`,
      );
    }
    return this.table(component, name);
  }

  newIdNumber(): number {
    return this.#nextIdNumber++;
  }

  /**
   * Creates a table with the same indexes as `model`, but does not register it
   * under its name.
   */
  newHiddenTable(model: TableInfo, name: string, idNumber: number): TableInfo {
    const table = makeTable(
      { ...model, number: this.#nextTableNumber++, name, idNumber },
      [...model.indexes.values()].map((index) =>
        this.newIndex(index.name, index.declaredFields),
      ),
    );
    for (const {
      name,
      searchField,
      filterFields,
    } of model.searchIndexes.values()) {
      table.searchIndexes.set(
        name,
        this.newSearchIndex(name, searchField, filterFields),
      );
    }
    for (const index of model.vectorIndexes.values()) {
      table.vectorIndexes.set(index.name, this.newVectorIndex(index));
    }
    table.validator = model.validator;
    // Tables created from now on must not get this number.
    this.#nextIdNumber = Math.max(this.#nextIdNumber, idNumber + 1);
    return table;
  }

  /**
   * Returns the table of an id, or null if the text is not an id of this
   * component.
   */
  tableOfId(component: ComponentPath, id: string): TableInfo | null {
    const number = tableNumberOf(id);
    if (number === null) return null;
    return this.#byIdNumber.get(component)?.get(number) ?? null;
  }

  tables(): Iterable<TableInfo> {
    return this.#byNumber.values();
  }

  /**
   * Returns a function that restores the current indexes, in case storage
   * refuses a schema change.
   */
  remember(): () => void {
    const remembered = [...this.tables()].map((table) => ({
      table,
      isSaved: table.isSaved,
      indexes: new Map(table.indexes),
      searchIndexes: new Map(table.searchIndexes),
      vectorIndexes: new Map(table.vectorIndexes),
    }));
    return () => {
      this.setSaved(this.#byNumber.values(), false);
      for (const { table, isSaved, ...before } of remembered) {
        this.setSaved([table], isSaved);
        refill(table.indexes, before.indexes);
        refill(table.searchIndexes, before.searchIndexes);
        refill(table.vectorIndexes, before.vectorIndexes);
      }
    };
  }

  /**
   * Restricts a component to the tables in `names`, or lifts the restriction if
   * `names` is null.
   */
  close(component: ComponentPath, names: ReadonlySet<string> | null): void {
    if (names === null) this.#closed.delete(component);
    else this.#closed.set(component, names);
  }

  newIndex(name: string, fields: readonly string[]): IndexInfo {
    return new IndexInfo(this.#nextIndexId++, name, fields);
  }

  newSearchIndex(
    name: string,
    searchField: string,
    filterFields: readonly string[],
  ): SearchIndexInfo {
    return new SearchIndexInfo(
      this.#nextIndexId++,
      name,
      searchField,
      filterFields,
    );
  }

  newVectorIndex(spec: VectorIndexSpec): VectorIndexInfo {
    return new VectorIndexInfo({ ...spec, id: this.#nextIndexId++ });
  }

  #make(component: ComponentPath, name: string): TableInfo {
    if (!/^_?[A-Za-z][A-Za-z0-9_]*$/.test(name) || name.length > 64) {
      throw new DatabaseError(`Invalid table name: "${name}".`);
    }
    const number = this.#nextTableNumber++;
    const own = Object.entries({
      [BY_ID]: [],
      [BY_CREATION_TIME]: [],
      ...systemIndexes(name),
    }).map(([indexName, fields]) => ({
      id: this.#nextIndexId++,
      tableNumber: number,
      name: indexName,
      fields,
    }));
    const idNumber = systemIdNumber(name) ?? this.#nextIdNumber++;
    const table = this.#add({ number, component, name, idNumber }, own);
    this.#unsaved.add(table);
    return table;
  }

  #add(
    { number, component, name, idNumber }: StoredTable,
    stored: readonly StoredIndex[],
  ): TableInfo {
    const table = makeTable(
      { number, component, name, idNumber },
      stored.map((i) => new IndexInfo(i.id, i.name, i.fields)),
    );
    this.#byName.set(nameKey(component, name), table);
    this.#byNumber.set(number, table);
    const own = this.#byIdNumber.get(component) ?? new Map<number, TableInfo>();
    this.#byIdNumber.set(component, own.set(idNumber, table));
    return table;
  }
}

function isHidden(name: string): boolean {
  return name.startsWith(HIDDEN_PREFIX);
}

function refill<T>(map: Map<string, T>, content: Map<string, T>): void {
  map.clear();
  for (const [name, value] of content) map.set(name, value);
}

function nameKey(component: ComponentPath, name: string): string {
  return `${component}|${name}`;
}

function systemIdNumber(name: string): number | null {
  return Object.hasOwn(SYSTEM_ID_NUMBERS, name)
    ? // `hasOwn` has just checked the key.
      SYSTEM_ID_NUMBERS[name as keyof typeof SYSTEM_ID_NUMBERS]
    : null;
}

function systemIndexes(name: string): Record<string, string[]> {
  return Object.hasOwn(SYSTEM_INDEXES, name)
    ? // `hasOwn` has just checked the key.
      SYSTEM_INDEXES[name as keyof typeof SYSTEM_INDEXES]
    : {};
}
