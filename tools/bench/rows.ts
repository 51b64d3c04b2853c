/**
 * Prepares tables of rows in three sizes for both sides. Trials only read them.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRows } from "./floor/rowTable.ts";
import { endProcess, spawnBackend } from "./product.ts";
import { startFloor } from "./systems.ts";
import type { PreparedRows, Setting, Template } from "./setting.ts";

export const MANY_ROWS = 1_000_000;
export const ROW_COUNTS = [1_000, 100_000, MANY_ROWS] as const;

const ROWS_PER_CALL = 4_000;

const seedRows = makeFunctionReference<
  "mutation",
  { from: number; to: number },
  null
>("board:seedRows");

/**
 * Fills a copy of the template and a SQLite file of the floor with the same
 * rows. Both servers run once, so that each has its compiled code in its folder.
 */
export async function prepareRows(
  template: Template,
  count: number,
): Promise<PreparedRows> {
  const dir = await mkdtemp(join(tmpdir(), "gully-bench-rows-"));
  const floorDir = dir;
  const productDir = join(dir, "product");
  openRows(floorDir).fill(count).close();
  await cp(template.dataDir, productDir, { recursive: true });
  const { child, port } = await spawnBackend(productDir);
  const client = new ConvexHttpClient(`http://127.0.0.1:${port}`);
  for (let from = 0; from < count; from += ROWS_PER_CALL)
    await client.mutation(seedRows, {
      from,
      to: Math.min(count, from + ROWS_PER_CALL),
    });
  await endProcess(child);
  const floor = await startFloor("rows", template.messageBytes, floorDir);
  await floor.stop();
  return { productDir, floorDir };
}

export function rowsOf({ rows }: Setting, count: number): PreparedRows {
  const prepared = rows[count];
  if (prepared === undefined) throw new Error(`No table has ${count} rows.`);
  return prepared;
}

export async function removeRows({ floorDir }: PreparedRows): Promise<void> {
  await rm(floorDir, { recursive: true, force: true });
}
