/**
 * Writes the documents of an import into hidden tables, in many small
 * transactions, so that the app keeps running and memory stays bounded.
 * `adoptImport` makes them visible later.
 */
import type { Storage } from "../storage/storage.ts";
import type { Synchronous } from "../storage/synchronous.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { documentProblem } from "../values/documentChecks.ts";
import {
  encodeId,
  MAX_TABLE_NUMBER,
  RANDOM_BYTES,
  tableNumberOf,
} from "../values/ids.ts";
import { validationProblem } from "../values/validators.ts";
import { writeSearchTexts, writeVectors } from "./applyWrites.ts";
import type { Catalog, TableInfo } from "./catalog.ts";
import {
  type BulkImport,
  type ComponentPath,
  DatabaseError,
  type ImportedDocument,
  type ImportPlan,
  type ImportTable,
  type PreparedImport,
  type SchemaByComponent,
} from "./contract.ts";
import { importedName, setAsideImports } from "./leftovers.ts";
import { saveTable } from "./schemaChanges.ts";
import { documentText, keysOf } from "./writes.ts";

interface ImportHost {
  readonly storage: Storage;
  readonly catalog: Catalog;
  nextCreationTime(): number;
  randomBytes(count: number): Uint8Array;
}

type WriteDurably = <T>(work: () => Synchronous<T>) => T;

interface Target {
  readonly plan: ImportTable;
  readonly current: TableInfo;
  readonly hidden: TableInfo;
}

/**
 * Plans an import and creates its hidden tables. Gives up any earlier import
 * that is unfinished.
 * @throws DatabaseError if the plan conflicts with the existing tables
 */
export function beginBulkImport(
  host: ImportHost,
  plan: ImportPlan,
  schemas: SchemaByComponent,
  writeDurably: WriteDurably,
): BulkImport {
  const planning = new Planning(host, plan, schemas);
  const targets = planning.targets();
  writeDurably(() => {
    setAsideImports(host.storage);
    for (const { hidden } of targets) saveTable(host.storage, hidden);
  });
  return new OpenImport(host, targets, planning, writeDurably);
}

/** Decides which tables there will be, and under which numbers. */
class Planning {
  readonly #host: ImportHost;
  readonly #plan: ImportPlan;
  readonly #schemas: SchemaByComponent;
  /**
   * Names of tables by component and table number, as they will be once the
   * import is adopted.
   */
  readonly names = new Map<ComponentPath, Map<number, string>>();
  readonly dropped: { component: ComponentPath; table: string }[] = [];
  readonly renumbered: PreparedImport["renumbered"][number][] = [];

  constructor(host: ImportHost, plan: ImportPlan, schemas: SchemaByComponent) {
    this.#host = host;
    this.#plan = plan;
    this.#schemas = schemas;
  }

  targets(): Target[] {
    const { catalog } = this.#host;
    const planned = this.#plan.tables.map((plan) => ({
      plan,
      current: catalog.tableForInsert(plan.component, plan.table),
    }));
    const others = this.#others(planned.map(({ current }) => current));
    const cleared = others.flatMap((current) => this.#clear(current));
    const targets = planned.map((target) => this.#numbered(target));
    const kept = others.filter(
      ({ component, name }) =>
        name.startsWith("_") ||
        !this.#plan.clearedComponents.includes(component),
    );
    for (const table of kept) this.#keep(table);
    return [...targets, ...cleared.map((target) => this.#numbered(target))];
  }

  #others(own: readonly TableInfo[]): TableInfo[] {
    return [...this.#host.catalog.tables()].filter(
      (table) => !own.includes(table),
    );
  }

  /**
   * Handles an existing table that is missing from the import. In a cleared
   * component it is emptied if the schema names it, and dropped otherwise.
   */
  #clear(current: TableInfo): Omit<Target, "hidden">[] {
    const { component, name } = current;
    const isCleared = this.#plan.clearedComponents.includes(component);
    if (!isCleared || current.isSystem) return [];
    const declared = this.#schemas.get(component)?.tables ?? [];
    if (!declared.some(({ tableName }) => tableName === name)) {
      this.dropped.push({ component, table: name });
      return [];
    }
    const plan: ImportTable = {
      component,
      table: name,
      idNumber: null,
      mode: "replace",
    };
    return [{ plan, current }];
  }

  #numbered({ plan, current }: Omit<Target, "hidden">): Target {
    const { catalog } = this.#host;
    const number = this.#numberOf(plan, current);
    if (!(number > 0 && number <= MAX_TABLE_NUMBER)) {
      throw new DatabaseError(
        `Table "${plan.table}" has the number ${number}; it must be from 1 to ${MAX_TABLE_NUMBER}.`,
      );
    }
    this.#name(plan.component, number, plan.table);
    const name = importedName(plan.table);
    return {
      plan,
      current,
      hidden: catalog.newHiddenTable(current, name, number),
    };
  }

  #numberOf({ table, idNumber, mode }: ImportTable, current: TableInfo) {
    const isKept = mode !== "replace" && this.#isFilled(current);
    if (!isKept) return idNumber ?? this.#freeNumber(current);
    if (mode === "requireEmpty") throw notEmpty(table);
    if (idNumber !== null && idNumber !== current.idNumber) {
      throw otherNumber(table);
    }
    return current.idNumber;
  }

  /**
   * Returns the number of a table whose ids may change: its current number, unless
   * an imported table needs that number.
   */
  #freeNumber({ component, idNumber }: TableInfo): number {
    const taken = this.#plan.tables.some(
      (plan) => plan.component === component && plan.idNumber === idNumber,
    );
    return taken ? this.#host.catalog.newIdNumber() : idNumber;
  }

  /**
   * Keeps a table that the import does not touch. If an imported table takes its
   * number, the kept table gets a new one, for which it must be empty.
   */
  #keep(table: TableInfo): void {
    const { component, name } = table;
    const number = this.#freeNumber(table);
    if (number !== table.idNumber) {
      if (this.#isFilled(table)) throw takenNumber(name, table.idNumber);
      this.renumbered.push({ component, table: name, idNumber: number });
    }
    this.#name(component, number, name);
  }

  #name(component: ComponentPath, number: number, table: string): void {
    const own = this.names.get(component) ?? new Map<number, string>();
    const other = own.get(number);
    if (other !== undefined && other !== table)
      throw takenNumber(other, number);
    this.names.set(component, own.set(number, table));
  }

  #isFilled({ number }: TableInfo): boolean {
    return this.#host.storage.countDocuments(number) > 0;
  }
}

class OpenImport implements BulkImport {
  readonly prepared: PreparedImport;
  readonly losses: BulkImport["losses"];
  readonly #host: ImportHost;
  readonly #targets: readonly Target[];
  readonly #names: Planning["names"];
  readonly #writeDurably: WriteDurably;

  constructor(
    host: ImportHost,
    targets: readonly Target[],
    { names, dropped, renumbered }: Planning,
    writeDurably: WriteDurably,
  ) {
    this.#host = host;
    this.#targets = targets;
    this.#names = names;
    this.#writeDurably = writeDurably;
    this.prepared = {
      dropped,
      renumbered,
      tables: targets.map(({ plan, hidden }) => ({
        ...plan,
        number: hidden.number,
        idNumber: hidden.idNumber,
      })),
    };
    const replaced = targets
      .filter(({ plan }) => plan.mode === "replace")
      .map(({ plan }) => plan);
    this.losses = [...replaced, ...dropped]
      .map(({ component, table }) => ({
        component,
        table,
        documents: this.#count(component, table),
      }))
      .filter(({ documents }) => documents > 0);
  }

  #count(component: ComponentPath, table: string): number {
    const { catalog, storage } = this.#host;
    return storage.countDocuments(catalog.table(component, table).number);
  }

  add(table: number, documents: readonly ImportedDocument[]): void {
    const target = this.#targets[table];
    if (target === undefined)
      throw new Error(`The plan has no table ${table}.`);
    this.#writeDurably(() => {
      for (const document of documents) this.#add(target, document);
    });
  }

  abandon(): void {
    this.#writeDurably(() => setAsideImports(this.#host.storage));
  }

  #add(target: Target, document: ImportedDocument): void {
    const { value, line } = document;
    const { hidden, plan } = target;
    const { storage } = this.#host;
    const id = this.#idOf(target, document);
    const text = JSON.stringify(value);
    const problem =
      documentProblem(value, text) ?? this.#schemaProblem(target, value);
    if (problem !== null) throw refused(plan, line, problem);
    const system = {
      _id: id,
      _creationTime: document.creationTime ?? this.#host.nextCreationTime(),
    };
    const whole = { ...system, ...value };
    const row = storage.insertDocument(
      hidden.number,
      id,
      documentText(system, text),
    );
    for (const [index, key] of keysOf(hidden, whole)) {
      if (index !== hidden.byId) storage.insertEntry(index.id, key, row);
    }
    writeSearchTexts(storage, hidden, row, null, whole);
    writeVectors(storage, hidden, row, null, whole);
  }

  #idOf(
    { hidden, current, plan }: Target,
    { id, line }: ImportedDocument,
  ): string {
    if (id === null) {
      return encodeId(
        hidden.idNumber,
        this.#host.nextCreationTime(),
        this.#host.randomBytes(RANDOM_BYTES),
      );
    }
    const number = tableNumberOf(id);
    if (number === null) {
      throw refused(
        plan,
        line,
        `"_id" is no document id: ${JSON.stringify(id)}.`,
      );
    }
    if (number !== hidden.idNumber) {
      throw refused(
        plan,
        line,
        `"_id" ${id} has the number ${number} of another table, not ${hidden.idNumber}.`,
      );
    }
    const { storage } = this.#host;
    const isTaken =
      storage.documentJson(hidden.number, id) !== null ||
      (plan.mode === "append" &&
        storage.documentJson(current.number, id) !== null);
    if (isTaken) throw refused(plan, line, `"_id" ${id} is there already.`);
    return id;
  }

  #schemaProblem(
    { hidden, plan }: Target,
    value: ConvexJsonObject,
  ): string | null {
    if (hidden.validator === null) return null;
    const names = this.#names.get(plan.component);
    const problem = validationProblem(hidden.validator, value, (id) => {
      const number = tableNumberOf(id);
      return number === null ? null : (names?.get(number) ?? null);
    });
    return problem && `It does not match the schema: ${problem}`;
  }
}

function refused(
  { table }: ImportTable,
  line: number,
  problem: string,
): DatabaseError {
  return new DatabaseError(`Table "${table}", line ${line}: ${problem}`);
}

function notEmpty(table: string): DatabaseError {
  return new DatabaseError(
    `Table "${table}" has documents already. Choose --append to keep them, --replace to replace them, or --replace-all to replace all tables.`,
  );
}

function otherNumber(table: string): DatabaseError {
  return new DatabaseError(
    `The imported ids do not belong to the existing table "${table}", so their documents cannot be appended. Remove "_id" from the file, or use --replace.`,
  );
}

function takenNumber(table: string, number: number): DatabaseError {
  return new DatabaseError(
    `The import has ids with the number ${number}, which is that of table "${table}" here. Use --replace-all to replace all tables.`,
  );
}
