import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CrashedDisk } from "../harness/crashedDisk.ts";
import {
  namedFiles,
  recoveredCommits,
  soundCommits,
} from "../harness/databaseContent.ts";
import { type DiskEvent, DiskRecorder } from "../harness/diskRecord.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { Load } from "../harness/load.ts";
import type { Random } from "../harness/random.ts";
import { straceMissing } from "../harness/strace.ts";

const STATES_COUNT = 200;
const VOTES_COUNT = 150;
const UPLOADS_COUNT = 6;

export const powerLoss: Fault = {
  id: "F8",
  name: "power loss",
  does: "records writes, syncs and renames during votes and uploads, rebuilds states that the disk may have after a power loss at random moments, and opens each",
  passes:
    "every state opens, is consistent, contains a prefix of the commits with everything answered by then, and each file row has its bytes; invariants 1, 2, 3, 10",
  missing: straceMissing,
  run: (lab) => losePower(lab, STATES_COUNT * lab.rounds),
};

interface Recorded {
  readonly dataDir: string;
  readonly base: ReadonlyMap<string, Buffer>;
  readonly events: readonly DiskEvent[];
  /** All commits of the run, in order. */
  readonly commits: readonly string[];
}

export async function losePower(
  { random, template }: Lab,
  count: number,
  breakage?: string,
): Promise<Outcome> {
  const recorded = await record(template, breakage);
  const { events } = recorded;
  const moments = Array.from({ length: count }, () =>
    random.below(events.length),
  ).sort((a, b) => a - b);
  const disk = new CrashedDisk(recorded.dataDir, recorded.base);
  const answers = new Answers();
  const violations: string[] = [];
  const prefixes = new Set<number>();
  for (const [i, event] of events.entries()) {
    while (moments[0] === i) {
      moments.shift();
      const found = await checkState(recorded, { disk, answers, random });
      violations.push(...found.violations);
      prefixes.add(found.commits);
    }
    disk.apply(event);
    answers.note(event);
  }
  if (
    answers.times.size < VOTES_COUNT ||
    answers.fileIds.size < UPLOADS_COUNT
  ) {
    violations.push("The recording has too few answers to check anything.");
  }
  return {
    runs: count,
    seen: `${events.length} events, ${answers.times.size} mutations and ${answers.fileIds.size} uploads answered, ${prefixes.size} different prefixes`,
    violations: violations.slice(0, 5),
  };
}

/** Uses memory where possible, because each state is opened and synced. */
const statesDir = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Collects the answers that clients have received so far. */
class Answers {
  /** Commit times of answered mutations, in decimal. */
  readonly times = new Set<string>();
  readonly fileIds = new Set<string>();

  note(event: DiskEvent): void {
    if (event.type !== "said") return;
    const { text } = event;
    const mutations =
      /"type":"MutationResponse","requestId":\d+,"success":true[^}]*?"ts":"([^"]+)"/g;
    for (const [, ts = ""] of text.matchAll(mutations)) {
      this.times.add(String(Buffer.from(ts, "base64").readBigUInt64LE()));
    }
    for (const [, id = ""] of text.matchAll(/\{"storageId":"([^"]+)"\}/g)) {
      this.fileIds.add(id);
    }
  }
}

async function record(template: string, breakage?: string): Promise<Recorded> {
  const settings = breakage === undefined ? {} : { breakage };
  await using server = await FaultServer.from(template, settings);
  const { dataDir } = server;
  await server.query("votes:tally", { beat: "calm" });
  const recorder = await DiskRecorder.of(server.pid);
  const base = await filesIn(dataDir);
  const load = new Load(server, "power");
  for (let n = 0; n < UPLOADS_COUNT; n += 1) {
    await load.acknowledged(VOTES_COUNT / UPLOADS_COUNT);
    const kept = await store(server, 50_000 * (n + 1));
    const removed = await store(server, 10_000);
    await server.mutation("files:remove", { id: removed });
    if (kept === removed) throw new Error("Two files have one id.");
  }
  await load.acknowledged(VOTES_COUNT / UPLOADS_COUNT);
  await server.signal("SIGKILL");
  load.abandon();
  const events = await recorder.stop(dataDir);
  const commits = soundCommits(join(dataDir, "database.sqlite"));
  return { dataDir, base, events, commits };
}

async function store(server: FaultServer, length: number): Promise<string> {
  const url = await server.mutation<string>("files:generateUploadUrl", {});
  const body = Buffer.alloc(length, length % 251);
  const response = await fetch(url, { method: "POST", body });
  // Upload URLs always answer with this.
  return ((await response.json()) as { storageId: string }).storageId;
}

/** Reads the database and the stored files. */
async function filesIn(dir: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    ({ parentPath, name }) =>
      name.startsWith("database.sqlite") || parentPath.includes("/storage"),
  );
  return new Map(
    await Promise.all(
      files
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          return [path, await readFile(path)] as const;
        }),
    ),
  );
}

async function checkState(
  { commits: whole }: Recorded,
  parts: { disk: CrashedDisk; answers: Answers; random: Random },
): Promise<{ violations: string[]; commits: number }> {
  const dir = await mkdtemp(join(statesDir, "faults-power-"));
  try {
    await parts.disk.materialise(dir, parts.random);
    const path = join(dir, "database.sqlite");
    const commits = recoveredCommits(path);
    const isPrefix = commits.every((commit, i) => commit === whole[i]);
    const violations = isPrefix ? [] : ["2: the commits are not a prefix"];
    const lost = lostAnswers(whole, commits, parts.answers);
    if (lost > 0) violations.push(`1: ${lost} answered votes are lost`);
    violations.push(...(await fileViolations(dir, parts.answers)));
    return { violations, commits: commits.length };
  } catch (error) {
    return { violations: [String(error)], commits: 0 };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/**
 * Counts lost answered commits. A mutation that changes nothing is answered
 * with a time but makes no commit, so times alone do not count.
 */
function lostAnswers(
  whole: readonly string[],
  present: readonly string[],
  { times }: Answers,
): number {
  const isAnswered = (commit: string) => times.has(commit.split(" ")[0] ?? "");
  return whole.slice(present.length).filter(isAnswered).length;
}

async function fileViolations(
  dir: string,
  { fileIds }: Answers,
): Promise<string[]> {
  const rows = namedFiles(join(dir, "database.sqlite"));
  const found: string[] = [];
  for (const { uuid, sha256Hex } of rows) {
    const bytes = await readFile(join(dir, "storage", uuid)).catch(() => null);
    if (bytes === null) {
      found.push(`10: a row names ${uuid}, which is not there`);
    } else if (sha256Hex !== createHash("sha256").update(bytes).digest("hex")) {
      found.push(`10: ${uuid} has other bytes than its row says`);
    }
  }
  // `record` removes every second file it stores.
  const kept = [...fileIds].filter((_, i) => i % 2 === 0);
  const ids = new Set(rows.map(({ storageId }) => storageId));
  const lost = kept.filter((id) => !ids.has(id)).length;
  if (lost > 0) found.push(`1: ${lost} answered uploads are lost`);
  return found;
}
