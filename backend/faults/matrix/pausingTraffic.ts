import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Storage } from "../../src/storage/storage.ts";
import { fetchBackup } from "../../src/transfer/fetchBackup.ts";
import { restoreBackup } from "../../src/transfer/restoreBackup.ts";
import { readAdminKey } from "../../test/support/spawnServer.ts";
import { exportedRows } from "../harness/exportedRows.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { fillUp, onSmallDisk, smallDiskMissing } from "../harness/smallDisk.ts";
import type { Random } from "../harness/random.ts";

const BEAT = "copied";
/** Big enough that the WAL is checkpointed every few copies. */
const PADDING = "x".repeat(20_000);
/** A push takes seconds, so only some copies are made during one. */
const COPIES_PER_PUSH = 50;

export const pausingTraffic: Fault = {
  id: "F26",
  name: "backups and exports under pausing traffic",
  does: "makes 100 backups and exports while votes pause and start at random, variables change, code is pushed and the WAL is checkpointed; makes backups on a full disk",
  passes:
    "each copy holds every vote that was confirmed before it began, once; on a full disk a backup is refused in words and leaves no file",
  missing: smallDiskMissing,
  run: async (lab) => {
    const copied = await copyUnderTraffic(lab, 100 * lab.rounds);
    const full = await onSmallDisk(lab, copyOnFullDisk);
    const violations = [...copied.violations, ...full];
    return { ...copied, violations };
  },
};

export async function copyUnderTraffic(
  { random, template }: Lab,
  count: number,
  breakage?: string,
): Promise<Outcome> {
  await using server = await FaultServer.from(template, {
    ...(breakage === undefined ? {} : { breakage }),
  });
  const directory = await mkdtemp(join(tmpdir(), "faults-copies-"));
  const traffic = new PausingTraffic(server, random);
  const violations: string[] = [];
  let pushing = Promise.resolve();
  try {
    for (let n = 0; n < count; n += 1) {
      if (n % COPIES_PER_PUSH === 0) {
        pushing = pushUnlessRefused(server);
        pushing.catch(() => undefined); // awaited below
      }
      if (random.next() < 0.2) await server.setVariable("COPY", String(n));
      await sleep(random.below(30));
      const before = [...traffic.confirmed];
      const kind = random.next() < 0.5 ? "backup" : "export";
      const copying =
        kind === "backup"
          ? backupRows(server, join(directory, `${n}`))
          : exportedRows(server);
      const wrong = await copying.then(
        (keys) => missing(keys, before),
        (error: unknown) => String(error),
      );
      if (wrong !== null) violations.push(`${kind} ${n}: ${wrong}`);
      if (n % COPIES_PER_PUSH === COPIES_PER_PUSH - 1) await pushing;
    }
  } finally {
    await traffic.stop();
    await pushing;
    await rm(directory, { recursive: true, force: true });
  }
  const seen = `${count - violations.length} of ${count} copies whole, ${traffic.confirmed.length} votes`;
  return { runs: count, seen, violations };
}

/** A push is refused, rightly, if a variable changes meanwhile. */
async function pushUnlessRefused(server: FaultServer): Promise<void> {
  try {
    await server.push();
  } catch (error) {
    if (!String(error).includes("push again")) throw error;
  }
}

/** Returns what is wrong with the keys of a copy, or null. */
function missing(keys: string[], confirmed: string[]): string | null {
  const found = new Set(keys);
  if (found.size < keys.length) return "holds a vote twice";
  const lost = confirmed.filter((key) => !found.has(key));
  if (lost.length === 0) return null;
  return `lacks ${lost.length} of ${confirmed.length} votes`;
}

/** Casts votes in bursts, with pauses of up to 40 ms in between. */
class PausingTraffic {
  readonly confirmed: string[] = [];
  readonly #casting: Promise<void>;
  #isStopped = false;

  constructor(server: FaultServer, random: Random) {
    this.#casting = this.#cast(server, random);
  }

  async #cast(server: FaultServer, random: Random): Promise<void> {
    for (let n = 0; !this.#isStopped; n += 1) {
      const key = `vote ${n}`;
      const padding = random.next() < 0.2 ? PADDING : "";
      await server.mutation("votes:cast", { beat: BEAT, key, padding });
      this.confirmed.push(key);
      if (random.next() < 0.3) await sleep(random.below(40));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#casting;
  }
}

async function backupRows(
  { url, dataDir }: FaultServer,
  directory: string,
): Promise<string[]> {
  const adminKey = await readAdminKey(dataDir);
  const { file } = await fetchBackup({ url, adminKey }, `${directory}.zip`);
  await restoreBackup(file, directory, { isReplacing: false });
  const storage = new Storage({ path: join(directory, "database.sqlite") });
  const votes = storage.tables().find(({ name }) => name === "votes");
  const rows = votes
    ? storage.documentsAfter(votes.number, "", Number.MAX_SAFE_INTEGER)
    : [];
  storage.close();
  await rm(directory, { recursive: true });
  await rm(file);
  return rows.map(({ json }) => (JSON.parse(json) as { key: string }).key);
}

async function copyOnFullDisk(server: FaultServer): Promise<string[]> {
  const violations: string[] = [];
  const elsewhere = await mkdtemp(join(tmpdir(), "faults-copies-"));
  try {
    await server.mutation("votes:cast", { beat: BEAT, key: "kept" });
    const filler = join(server.dataDir, "filler");
    fillUp(filler);
    const adminKey = await readAdminKey(server.dataDir);
    const refusal = await fetchBackup(
      { url: server.url, adminKey },
      elsewhere,
    ).then(
      ({ file }) => `wrote ${file}`,
      (error: unknown) => String(error),
    );
    if (!/disk is full/i.test(refusal)) {
      violations.push(`On a full disk: "${refusal}".`);
    }
    const left = [
      ...(await readdir(elsewhere)),
      ...(await readdir(join(server.dataDir, "transfers"))),
    ];
    if (left.length > 0) violations.push(`Left behind: ${left.join(", ")}.`);
    await rm(filler);
    const keys = await backupRows(server, join(elsewhere, "after"));
    if (!keys.includes("kept")) violations.push("Later a vote is missing.");
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
  return violations;
}
