import { setTimeout as pause } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import {
  CONNECT_MESSAGE,
  textFrame,
  upgraded,
  watchMessage,
} from "../harness/rawSocket.ts";
import { frugal, residentMebibytes } from "../harness/resources.ts";

const READERS_COUNT = 30;
const WARM_UP_COUNT = 100;
const VOTES_COUNT = 150;
const VOTE_BYTES = 150_000;
const ALLOWED_MEBIBYTES = 192;
/**
 * Pause between votes. Votes that come faster are published together and count
 * as one result.
 */
const GAP_MS = 100;

export const slowReaders: Fault = {
  id: "F12",
  pace: "alone",
  name: "slow readers",
  does: `${READERS_COUNT} clients read ${WARM_UP_COUNT} results of their own of 150 KB, then stop; each is owed ${VOTES_COUNT} more, 675 MB in all`,
  passes: `what they are owed adds less than ${ALLOWED_MEBIBYTES} MiB, who votes is not refused`,
  run: (lab) => neverRead(lab),
};

export async function neverRead(
  { template }: Lab,
  breakage?: string,
): Promise<Outcome> {
  const settings = { env: frugal, breakage };
  await using server = await FaultServer.from(template, settings);
  const history = new History();
  const beat = "slow";
  const voter = new HistoryClient(server.url, "voter", beat, history);
  const padding = "x".repeat(VOTE_BYTES);
  await voter.cast("a first", padding);
  const readers = [];
  for (let reader = 0; reader < READERS_COUNT; reader += 1) {
    const socket = await upgraded(server.port);
    socket?.resume();
    const watch = watchMessage("votes:texts", { beat, reader });
    socket?.write(
      Buffer.concat([textFrame(CONNECT_MESSAGE), textFrame(watch)]),
    );
    readers.push(socket);
  }
  let castsCount = 0;
  const cast = async () => {
    await voter.cast(key(castsCount), padding);
    castsCount += 1;
    await pause(GAP_MS);
  };
  // Compares peaks, because memory rises and falls between garbage collections.
  const before = await peakWhile(server, cast, WARM_UP_COUNT);
  for (const socket of readers) socket?.pause();
  const after = await peakWhile(server, cast, VOTES_COUNT);
  const violations: string[] = [];
  const grown = Math.round(after - before);
  if (grown > ALLOWED_MEBIBYTES) {
    violations.push(`9: memory grew by ${grown} MiB`);
  }
  if (history.acknowledgedCount !== 1 + WARM_UP_COUNT + VOTES_COUNT) {
    violations.push("Votes of a client that reads were refused.");
  }
  for (const socket of readers) socket?.destroy();
  voter.close();
  const seen = `memory ${Math.round(before)} ${grown < 0 ? "" : "+"}${grown} MiB`;
  return { runs: VOTES_COUNT, seen, violations };
}

/** Runs `step` `count` times and returns the highest memory seen, in MiB. */
async function peakWhile(
  server: FaultServer,
  step: () => Promise<void>,
  count: number,
): Promise<number> {
  let peak = 0;
  for (let i = 0; i < count; i += 1) {
    await step();
    if (i % 10 !== 9) continue;
    peak = Math.max(peak, await residentMebibytes(server.pid));
  }
  return peak;
}

/** Pads the number so that the newest key sorts last. */
function key(i: number): string {
  return `vote ${String(i).padStart(4, "0")}`;
}
