import type { Storage } from "../storage/storage.ts";

/** How many rows a table has. */
export interface TableRows {
  /** Path of the component; empty for the app. */
  readonly component: string;
  readonly name: string;
  readonly rows: number;
}

/** Counts the rows of each table, ordered by component and name. */
export function countRows(storage: Storage): TableRows[] {
  return storage
    .tables()
    .map(({ component, name, number }) => ({
      component,
      name,
      rows: storage.countDocuments(number),
    }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Describes each table whose number of rows differs from the expected one. */
export function differences(
  expected: readonly TableRows[],
  found: readonly TableRows[],
): string[] {
  const rowsFound = new Map(found.map((table) => [keyOf(table), table.rows]));
  const rowsExpected = new Map(expected.map((t) => [keyOf(t), t.rows]));
  const keys = new Set([...rowsExpected.keys(), ...rowsFound.keys()]);
  return [...keys]
    .filter((key) => rowsExpected.get(key) !== rowsFound.get(key))
    .map(
      (key) =>
        `table ${key} has ${rowsFound.get(key) ?? "no"} rows instead of ${rowsExpected.get(key) ?? "none"}`,
    );
}

const keyOf = ({ component, name }: TableRows): string =>
  component === "" ? name : `${component}/${name}`;
