/**
 * Copies of the database, made while commits come and go as they do on a
 * server: messages arrive, and each turn of the event loop makes one commit of
 * them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "../src/database/contract.ts";
import { openDatabase } from "../src/database/openDatabase.ts";
import { Storage } from "../src/storage/storage.ts";
import { storedLastTs } from "../src/database/commitClock.ts";
import { Heartbeat } from "../src/runtime/worker/heartbeat.ts";
import { GroupCommit } from "../src/runtime/executor/transactions/groupCommit.ts";

const COPIES = 1_000;
const NOTES = 200;

interface Note {
  readonly version: number;
}

let directory: string;
let database: Database;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "copies-"));
  database = openDatabase({ path: join(directory, "live.sqlite") });
});

afterEach(async () => {
  database.close();
  await rm(directory, { recursive: true });
});

/** Writes a note for each message, and remembers those that are confirmed. */
function startTraffic() {
  const { port1: sender, port2: receiver } = new MessageChannel();
  const commits = new GroupCommit(database, new Heartbeat(), {
    onDurable: () => undefined,
    onLost: () => undefined,
    onFatal: (error) => {
      throw error;
    },
  });
  const ids: string[] = [];
  const confirmed = new Map<string, number>();
  const write = async (version: number) => {
    const transaction = database.begin();
    const known = ids[version % NOTES];
    if (known !== undefined) transaction.patch("", known, { version });
    const id = known ?? transaction.insert("", "notes", { version });
    ids[version % NOTES] = id;
    database.apply(transaction);
    await commits.durable();
    confirmed.set(id, version);
  };
  let latest = Promise.resolve();
  receiver.on("message", (version: number) => {
    latest = write(version);
  });
  let version = 0;
  let timer: NodeJS.Timeout | undefined;
  const burst = () => {
    const isPaused = Math.random() < 0.3;
    const count = isPaused ? 0 : 1 + Math.floor(Math.random() * 3);
    for (let n = 0; n < count; n += 1) sender.postMessage((version += 1));
    timer = setTimeout(burst, isPaused ? Math.random() * 4 : 0);
  };
  burst();
  return {
    confirmed,
    /** Stops the traffic, and resolves when all writes are done. */
    stop: async () => {
      clearTimeout(timer);
      receiver.close();
      receiver.removeAllListeners("message");
      await latest;
    },
  };
}

function read(file: string) {
  const storage = new Storage({ path: file });
  const table = storage.tables().find(({ name }) => name === "notes");
  const rows = table ? storage.documentsAfter(table.number, "", NOTES) : [];
  const notes = rows.map(({ id, json }) => [id, versionOf(json)] as const);
  const ts = storedLastTs(storage);
  storage.close();
  return { notes: new Map(notes), ts };
}

// Always a note: `write` stored it.
const versionOf = (json: string) => (JSON.parse(json) as Note).version;

test(
  `each of ${COPIES} copies holds every row that was confirmed before it began`,
  async () => {
    const traffic = startTraffic();
    const bad: string[] = [];
    for (let n = 0; n < COPIES; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
      const before = new Map(traffic.confirmed);
      const file = join(directory, `copy-${n}.sqlite`);
      const ts = await database.copyTo(file);
      const copy = read(file);
      const lost = [...before].filter(
        ([id, version]) => (copy.notes.get(id) ?? -1) < version,
      );
      if (lost.length > 0) bad.push(`copy ${n} lacks ${lost.length} rows`);
      if (copy.ts !== ts) bad.push(`copy ${n} ends with ${copy.ts}, not ${ts}`);
      await rm(file);
    }
    await traffic.stop();
    expect(bad).toEqual([]);
    // A busy machine may need half a second for each copy.
  },
  COPIES * 1_000,
);
