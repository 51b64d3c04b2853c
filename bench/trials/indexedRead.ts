import Database from "better-sqlite3";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../load/percentile.ts";
import { ROWS, rowDocument } from "../rows.ts";
import { startServer } from "../systems.ts";
import type { Figures, Trial } from "./trial.ts";

const READS = 1_000;
const ROUNDS = 15;

const readGroups = makeFunctionReference<
  "query",
  { groups: number[]; nonce: number },
  number
>("board:readGroups");

export const indexedRead: Trial = {
  name: "indexedRead",
  title: `Three rows by index out of ${ROWS}, inside a query`,
  floor: "a prepared better-sqlite3 statement and JSON.parse, in process",
  unit: "us",
  figure: "readUs",
  better: "smaller",
  async measure(system, setting) {
    if (system === "floor") return bareReads();
    const server = await startServer(system, "commit", setting);
    const client = new ConvexHttpClient(
      `http://127.0.0.1:${server.target.port}`,
    );
    let nonce = 0;
    const timeMs = async (groups: number[]) => {
      const startedAtMs = performance.now();
      await client.query(readGroups, { groups, nonce: nonce++ });
      return performance.now() - startedAtMs;
    };
    // The call itself cancels out: the reads are what remains.
    const withReads: number[] = [];
    const without: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      withReads.push(await timeMs(someGroups(round)));
      without.push(await timeMs([]));
    }
    await server.stop();
    return {
      readUs: ((median(withReads) - median(without)) / READS) * 1_000,
      emptyQueryMs: median(without),
    };
  },
};

async function bareReads(): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-floor-"));
  const db = new Database(join(dataDir, "floor.db"));
  db.pragma("journal_mode = WAL");
  db.exec(
    "create table row (id integer primary key, kind integer, document text);" +
      "create index row_by_kind on row (kind);",
  );
  const insert = db.prepare("insert into row (kind, document) values (?, ?)");
  db.transaction(() => {
    for (let i = 0; i < ROWS; i++) {
      const row = rowDocument(i);
      insert.run(row.group, JSON.stringify(row));
    }
  })();
  const read = db
    .prepare("select document from row where kind = ? limit 3")
    .pluck();
  const tookMs: number[] = [];
  let length = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const groups = someGroups(round);
    const startedAtMs = performance.now();
    for (const group of groups) {
      for (const text of read.all(group)) {
        // Written as such above.
        const row = JSON.parse(String(text)) as { text: string };
        length += row.text.length;
      }
    }
    tookMs.push(performance.now() - startedAtMs);
  }
  db.close();
  await rm(dataDir, { recursive: true, force: true });
  if (length === 0) throw new Error("Nothing was read.");
  return { readUs: (median(tookMs) / READS) * 1_000 };
}

/** Spread over the table, the same for both sides. */
function someGroups(round: number): number[] {
  const groups = Math.floor(ROWS / 3);
  return Array.from(
    { length: READS },
    (_, i) => ((i + round * 31) * 7_919) % groups,
  );
}
