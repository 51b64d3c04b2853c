/**
 * Fills a data directory with the bench app and many embeddings. Ids follow
 * from the embedding's number. Imports the backend's sources, because the
 * package gives nobody its database.
 */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../backend/src/database/openDatabase.ts";
import { encodeId } from "../../../backend/src/values/ids.ts";
import { deployBenchApp, endProcess, spawnBackend } from "../product.ts";
import { embedding, KINDS } from "./embeddings.ts";

const ROWS_AT_A_TIME = 500;
const ID_NUMBER = 16_001;

export interface Filled {
  readonly dataDir: string;
  readonly fillMs: number;
}

/** Writes the rows as `npx convex import` does. */
export async function fillEmbeddings(count: number): Promise<Filled> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-vectors-"));
  const { child, port } = await spawnBackend(dataDir);
  await deployBenchApp(port, dataDir);
  await endProcess(child);
  const startedAtMs = performance.now();
  const path = join(dataDir, "database.sqlite");
  const database = openDatabase({ path });
  const bulk = database.beginImport({
    tables: [
      {
        component: "",
        table: "embeddings",
        idNumber: ID_NUMBER,
        mode: "replace",
      },
    ],
    clearedComponents: [],
  });
  for (let from = 0; from < count; from += ROWS_AT_A_TIME) {
    const rows = Math.min(ROWS_AT_A_TIME, count - from);
    bulk.add(
      0,
      Array.from({ length: rows }, (_, at) => documentOf(from + at)),
    );
  }
  database.close();
  openDatabase({ path, adopt: bulk.prepared }).close();
  return { dataDir, fillMs: performance.now() - startedAtMs };
}

function documentOf(number: number) {
  const value = { vector: embedding(number), kind: number % KINDS };
  return { id: idOf(number), creationTime: null, value, line: number + 1 };
}

export function idOf(number: number): string {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(0, number);
  return encodeId(ID_NUMBER, 1, random);
}
