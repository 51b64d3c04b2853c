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
import { residentMebibytes } from "../harness/resources.ts";

const readersCount = 30;
const votesCount = 600;
const voteBytes = 20_000;
const allowedMebibytes = 128;

export const slowReaders: Fault = {
  id: "F12",
  name: "slow readers",
  does: `${readersCount} clients never read; each is owed ${votesCount} results of its own of 20 KB, 360 MB in all`,
  passes: `memory grows by less than ${allowedMebibytes} MiB, who reads sees all votes`,
  run: neverRead,
};

async function neverRead({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const history = new History();
  const beat = "slow";
  const voter = new HistoryClient(server.url, "voter", beat, history);
  const padding = "x".repeat(voteBytes);
  for (let i = 0; i < 50; i += 1) await voter.cast(`a ${i}`, padding);
  const readers = [];
  for (let reader = 0; reader < readersCount; reader += 1) {
    const socket = await upgraded(server.port);
    socket?.pause();
    const watch = watchMessage("votes:texts", { beat, reader });
    socket?.write(Buffer.concat([textFrame(connectMessage), textFrame(watch)]));
    readers.push(socket);
  }
  const before = await residentMebibytes(server.pid);
  let highest = before;
  for (let i = 0; i < votesCount; i += 1) {
    await voter.cast(`b ${String(i).padStart(4, "0")}`, padding);
    if (i % 50 === 49) {
      highest = Math.max(highest, await residentMebibytes(server.pid));
    }
  }
  const violations: string[] = [];
  const grown = Math.round(highest - before);
  if (grown > allowedMebibytes) {
    violations.push(`9: memory grew by ${grown} MiB`);
  }
  if (history.acknowledgedCount !== votesCount + 50) {
    violations.push("Votes of a client that reads were refused.");
  }
  for (const socket of readers) socket?.destroy();
  voter.close();
  const seen = `memory +${grown} MiB at most`;
  return { runs: votesCount, seen, violations };
}
