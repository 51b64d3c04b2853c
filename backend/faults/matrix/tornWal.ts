import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { recoveredCommits, soundCommits } from "../harness/databaseContent.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { Load } from "../harness/load.ts";
import type { Random } from "../harness/random.ts";

export const tornWal: Fault = {
  id: "F7",
  name: "torn WAL",
  does: "truncates the WAL of a killed server, flips a bit or zeroes a sector",
  passes:
    "every copy opens, is consistent, and contains a prefix of the commits",
  run: mutilate,
};

const VARIANTS = 300;

async function mutilate({ random, rounds, template }: Lab): Promise<Outcome> {
  const dir = await mkdtemp(join(tmpdir(), "faults-wal-"));
  try {
    const source = join(dir, "source.sqlite");
    await recordWal(template, source);
    const wal = await readFile(`${source}-wal`);
    const path = join(dir, "copy.sqlite");
    await copyFile(source, path);
    await writeFile(`${path}-wal`, wal);
    const whole = soundCommits(path);

    const violations: string[] = [];
    const lengths = new Set<number>();
    for (let i = 0; i < VARIANTS * rounds; i += 1) {
      await copyFile(source, path);
      await writeFile(`${path}-wal`, mutilated(wal, random));
      const found = contentViolations(path, whole);
      violations.push(...found.violations);
      lengths.add(found.commits);
    }
    violations.push(...(await showItBites(source, wal, path, whole)));
    const seen = `${whole.length} commits, ${lengths.size} different prefixes`;
    return {
      runs: VARIANTS * rounds,
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

function contentViolations(
  path: string,
  whole: readonly string[],
): { violations: string[]; commits: number } {
  try {
    const commits = recoveredCommits(path);
    const isPrefix = commits.every((commit, i) => commit === whole[i]);
    const violations = isPrefix ? [] : ["The commits are not a prefix."];
    return { commits: commits.length, violations };
  } catch (error) {
    return { commits: 0, violations: [String(error)] };
  }
}

/** Checks the check: a copy with a missing row must fail. */
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
