import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openDatabase } from "../../src/database/openDatabase.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { Load } from "../harness/load.ts";
import type { Random } from "../harness/random.ts";

export const tornWal: Fault = {
  id: "F7",
  name: "torn WAL",
  does: "cuts, flips a bit of, or zeroes a sector of the WAL of a killed server",
  passes: "every copy opens, is sound, and holds a prefix of the commits",
  run: mutilate,
};

const variants = 300;

async function mutilate({ random, rounds, template }: Lab): Promise<Outcome> {
  const dir = await mkdtemp(join(tmpdir(), "faults-wal-"));
  try {
    const source = join(dir, "source.sqlite");
    await recordWal(template, source);
    const wal = await readFile(`${source}-wal`);
    const path = join(dir, "copy.sqlite");
    await copyFile(source, path);
    await writeFile(`${path}-wal`, wal);
    const whole = read(path);

    const violations: string[] = [];
    const lengths = new Set<number>();
    for (let i = 0; i < variants * rounds; i += 1) {
      await copyFile(source, path);
      await writeFile(`${path}-wal`, mutilated(wal, random));
      const found = contentViolations(path, whole);
      violations.push(...found.violations);
      lengths.add(found.commits);
    }
    violations.push(...(await showItBites(source, wal, path, whole)));
    const seen = `${whole.length} commits, ${lengths.size} different prefixes`;
    return {
      runs: variants * rounds,
      seen,
      violations: violations.slice(0, 5),
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

async function recordWal(template: string, target: string): Promise<void> {
  await using server = await FaultServer.from(template);
  const load = new Load(server, "torn");
  await load.acknowledged(200);
  await server.signal("SIGKILL");
  load.abandon();
  for (const suffix of ["", "-wal"]) {
    const path = join(server.dataDir, `database.sqlite${suffix}`);
    await copyFile(path, `${target}${suffix}`);
  }
}

function mutilated(wal: Buffer, random: Random): Buffer {
  const at = random.below(wal.length);
  const kind = random.pick(["cut", "flip", "zero"]);
  if (kind === "cut") return wal.subarray(0, at);
  const changed = Buffer.from(wal);
  if (kind === "flip")
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
  else changed.fill(0, at - (at % 512), at - (at % 512) + 512);
  return changed;
}

/** Opened by the product, then read without it. */
function contentViolations(
  path: string,
  whole: readonly string[],
): { violations: string[]; commits: number } {
  try {
    openDatabase({ path }).close();
    const commits = read(path);
    const isPrefix = commits.every((commit, i) => commit === whole[i]);
    const violations = isPrefix ? [] : ["The commits are not a prefix."];
    return { commits: commits.length, violations };
  } catch (error) {
    return { commits: 0, violations: [String(error)] };
  }
}

/** The answered requests in the order of their commits, each beside its effects. */
function read(path: string): string[] {
  const sqlite = new Sqlite(path);
  try {
    const sound = sqlite.pragma("integrity_check", { simple: true });
    if (sound !== "ok") throw new Error(`integrity_check: ${String(sound)}`);
    const commits = sqlite
      .prepare(
        `SELECT ts || ' ' || session_id || ' ' || request_id
         FROM session_requests ORDER BY length(ts), ts`,
      )
      .pluck()
      .all() as string[]; // One text per row.
    requireEffects(sqlite);
    return commits;
  } finally {
    sqlite.close();
  }
}

/** Each beat counts its votes; each vote has its entry in every index; each answered vote is there. */
function requireEffects(sqlite: Sqlite.Database): void {
  const one = (sql: string) => Number(sqlite.prepare(sql).pluck().get());
  const votes = one(
    `SELECT count(*) FROM documents WHERE json ->> 'beat' IS NOT NULL`,
  );
  const counted = one(
    `SELECT coalesce(sum(json ->> 'votes'), 0) FROM documents
     WHERE json ->> 'votes' IS NOT NULL`,
  );
  const answered = one(
    `SELECT count(*) FROM session_requests WHERE result GLOB '[0-9]*'`,
  );
  const dangling = one(
    `SELECT count(*) FROM index_entries
     WHERE row NOT IN (SELECT row FROM documents)`,
  );
  if (votes !== counted || votes !== answered || dangling > 0) {
    throw new Error(
      `${votes} votes, ${counted} counted, ${answered} answered, ${dangling} dangling`,
    );
  }
}

/** A copy with a gap must not pass. */
async function showItBites(
  source: string,
  wal: Buffer,
  path: string,
  whole: readonly string[],
): Promise<string[]> {
  await copyFile(source, path);
  await writeFile(`${path}-wal`, wal);
  const sqlite = new Sqlite(path);
  sqlite.exec(
    `DELETE FROM documents WHERE row =
       (SELECT min(row) FROM documents WHERE json ->> 'beat' IS NOT NULL)`,
  );
  sqlite.close();
  const { violations } = contentViolations(path, whole);
  return violations.length > 0 ? [] : ["A missing vote was not noticed."];
}
