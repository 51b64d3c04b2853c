import { readFile, stat } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { readBeat } from "../harness/load.ts";
import { mebibytes } from "../harness/resources.ts";
import { readAdminKey } from "../../test/support/spawnServer.ts";

const VOTES_COUNT = 300;
const VOTE_BYTES = 200_000;
/** Twice the size to which the server truncates the WAL after a checkpoint. */
const allowedBytes = mebibytes(128);

export const longRead: Fault = {
  id: "F19",
  name: "long reads under write load",
  does: `a backup that nobody fetches and queries that last for seconds, while ${VOTES_COUNT} votes of 200 KB are written`,
  passes:
    "the WAL stays below 128 MiB and /metrics reports its size, votes and reads are answered, the backup is complete; invariants 1 to 8",
  run: readLong,
};

async function readLong({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template, {
    env: { FUNCTION_TIMEOUT_MS: "60000" },
  });
  const history = new History();
  const beat = "read for long";
  const voter = new HistoryClient(server.url, "voter", beat, history);
  const padding = "x".repeat(VOTE_BYTES);
  // Each vote goes to a different beat that no client watches.
  const write = (n: number) =>
    server.mutation("votes:cast", { beat: `wide ${n}`, key: "k", padding });
  for (let n = 0; n < 20; n += 1) await write(n);
  await voter.cast("before");
  const backup = await heldBackup(server);
  const lingering = Promise.allSettled(
    [1, 2, 3].map((n) =>
      server.query<number[]>("attacks:linger", { beat, rounds: 500 * n }),
    ),
  );
  let peakBytes = 0;
  let reportedBytes = 0;
  for (let n = 0; n < VOTES_COUNT; n += 1) {
    await write(20 + n);
    if (n % 10 > 0) continue;
    await voter.cast(`vote ${n}`);
    peakBytes = Math.max(peakBytes, await walBytes(server));
    reportedBytes = Math.max(reportedBytes, await reported(server));
  }
  const violations: string[] = [];
  if ((await lingering).some(({ status }) => status === "rejected")) {
    violations.push("A long query failed.");
  }
  if (!(await backup.rest())) violations.push("The backup is incomplete.");
  await voter.cast("after");
  const leftBytes = await walBytes(server);
  if (peakBytes > allowedBytes) violations.push(`The WAL had ${peakBytes}.`);
  if (leftBytes > mebibytes(64)) violations.push(`The WAL keeps ${leftBytes}.`);
  if (reportedBytes === 0)
    violations.push("/metrics does not report the size of the WAL.");
  history.final.set(beat, await readBeat(server, beat));
  voter.close();
  violations.push(...violationsOf(history));
  const size = (bytes: number) => Math.round(bytes / mebibytes(1));
  const seen = `${size(VOTES_COUNT * VOTE_BYTES)} MiB written, WAL at most ${size(peakBytes)}, then ${size(leftBytes)} MiB`;
  return { runs: VOTES_COUNT, seen, violations };
}

/**
 * Starts a backup and reads only its head. The rest is read when `rest` is
 * called.
 */
async function heldBackup({ url, dataDir }: FaultServer) {
  const key = (await readFile(join(dataDir, "admin_key"), "utf8")).trim();
  const headers = { Authorization: `Convex ${key}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${url}/api/backup`, { headers }, resolve).once("error", reject),
  );
  /** Returns whether the file ends like a complete ZIP. */
  const rest = async () => {
    const chunks: Buffer[] = [];
    // Without an encoding, chunks are buffers.
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const end = Buffer.concat(chunks.slice(-2));
    return response.statusCode === 200 && end.includes("PK\x05\x06");
  };
  return { rest };
}

async function walBytes({ dataDir }: FaultServer): Promise<number> {
  return (await stat(join(dataDir, "database.sqlite-wal"))).size;
}

async function reported({ url, dataDir }: FaultServer): Promise<number> {
  const authorization = `Convex ${await readAdminKey(dataDir)}`;
  const headers = { authorization };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^database_wal_bytes (\d+)$/m.exec(text)?.[1] ?? 0);
}
