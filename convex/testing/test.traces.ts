import schema from "../schema";
import type { TableNames } from "../_generated/dataModel";
import type { World } from "./test.world";

export const TABLES = Object.keys(schema.tables) as TableNames[]; // the schema's own names

/**
 * Returns where any of the texts occurs in the database: in the rows of every
 * table, in the list of stored files and in the scheduler, as
 * "table: row" lines.
 */
export async function findTraces(
  world: World,
  texts: readonly string[],
): Promise<string[]> {
  const rows = await everyRow(world);
  return rows.filter((row) =>
    texts.some((text) => row.toLowerCase().includes(text.toLowerCase())),
  );
}

async function everyRow(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLES) {
    for (const row of await world.rows(table)) found.push(line(table, row));
  }
  for (const file of await world.storedFiles()) {
    found.push(line("_storage", file));
  }
  const jobs = await world.t.run(async (ctx) =>
    ctx.db.system.query("_scheduled_functions").collect(),
  );
  for (const job of jobs) {
    if (isWaiting(job.state)) found.push(line("_scheduled_functions", job));
  }
  return found;
}

/**
 * Finished jobs do not count: they are the backend's history, and docs/data.md
 * says how long it keeps them.
 */
const isWaiting = ({ kind }: { kind: string }) =>
  kind === "pending" || kind === "inProgress";

const line = (table: string, row: object) =>
  `${table}: ${JSON.stringify(row, (_, value: unknown) =>
    value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value,
  )}`;

/** Returns the tables of lines from `findTraces`, each once. */
export const tablesOf = (traces: readonly string[]): string[] =>
  [...new Set(traces.map((trace) => trace.split(":")[0] ?? ""))].sort();
