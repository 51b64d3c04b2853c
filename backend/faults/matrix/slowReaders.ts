import { setTimeout as pause } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import {
  connectMessage,
  textFrame,
  upgraded,
  watchMessage,
} from "../harness/rawSocket.ts";
import { frugal, residentMebibytes } from "../harness/resources.ts";

const readersCount = 30;
const warmUpCount = 100;
const votesCount = 150;
const voteBytes = 150_000;
const allowedMebibytes = 192;
/** Votes that come faster are published together, and owed as one. */
const gapMs = 100;

export const slowReaders: Fault = {
  id: "F12",
  pace: "alone",
  name: "slow readers",
  does: `${readersCount} clients read ${warmUpCount} results of their own of 150 KB, then stop; each is owed ${votesCount} more, 675 MB in all`,
  passes: `what they are owed adds less than ${allowedMebibytes} MiB, who votes is not refused`,
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
  const padding = "x".repeat(voteBytes);
  await voter.cast("a first", padding);
  const readers = [];
  for (let reader = 0; reader < readersCount; reader += 1) {
    const socket = await upgraded(server.port);
    socket?.resume();
    const watch = watchMessage("votes:texts", { beat, reader });
    socket?.write(Buffer.concat([textFrame(connectMessage), textFrame(watch)]));
    readers.push(socket);
  }
  let castsCount = 0;
  const cast = async () => {
    await voter.cast(key(castsCount), padding);
    castsCount += 1;
    await pause(gapMs);
  };
  // Peak beside peak: between two collections memory goes up and down by itself.
  const before = await peakWhile(server, cast, warmUpCount);
  for (const socket of readers) socket?.pause();
  const after = await peakWhile(server, cast, votesCount);
  const violations: string[] = [];
  const grown = Math.round(after - before);
  if (grown > allowedMebibytes) {
    violations.push(`9: memory grew by ${grown} MiB`);
  }
  if (history.acknowledgedCount !== 1 + warmUpCount + votesCount) {
    violations.push("Votes of a client that reads were refused.");
  }
  for (const socket of readers) socket?.destroy();
  voter.close();
  const seen = `memory ${Math.round(before)} ${grown < 0 ? "" : "+"}${grown} MiB`;
  return { runs: votesCount, seen, violations };
}

/** The most memory, in MiB, that is seen while `step` is done `count` times. */
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

/** The newest sorts last. */
function key(i: number): string {
  return `vote ${String(i).padStart(4, "0")}`;
}
