import type { Socket } from "node:net";
import { WebSocket } from "ws";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import {
  CONNECT_MESSAGE,
  PONG_FRAME,
  textFrame,
  upgraded,
  watchMessage,
} from "../../test/support/rawSocket.ts";
import { becomes, frugal, residentMebibytes } from "../harness/resources.ts";

const READERS_COUNT = 30;
const WARM_UP_COUNT = 100;
const VOTES_COUNT = 150;
const VOTE_BYTES = 150_000;
const ALLOWED_MEBIBYTES = 192;
const BEAT = "slow";

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
  // Watches another beat, because its own live queries would read every vote.
  const voter = new HistoryClient(server.url, "voter", "idle", new History());
  const padding = "x".repeat(VOTE_BYTES);
  let acceptedCount = 0;
  const vote = async () => {
    const given = { beat: BEAT, key: key(acceptedCount), padding };
    const answer = await voter.mutate("votes:cast", given);
    if (answer.success === true) acceptedCount += 1;
  };
  await vote();
  const readers: (Socket | null)[] = [];
  for (let reader = 0; reader < READERS_COUNT; reader += 1) {
    const socket = await upgraded(server.port);
    socket?.resume();
    const watch = watchMessage("votes:texts", { beat: BEAT, reader });
    socket?.write(
      Buffer.concat([textFrame(CONNECT_MESSAGE), textFrame(watch)]),
    );
    readers.push(socket);
  }
  const witness = new Witness(server.url);
  // Votes that come faster are published together and owed as one result.
  const cast = async () => {
    await vote();
    await witness.sees(acceptedCount);
    // Otherwise the server ends the readers' connections after a minute.
    if (acceptedCount % 10 === 0)
      for (const socket of readers) socket?.write(PONG_FRAME);
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
  if (acceptedCount !== 1 + WARM_UP_COUNT + VOTES_COUNT) {
    violations.push("Votes of a client that reads were refused.");
  }
  witness.close();
  for (const socket of readers) socket?.destroy();
  voter.close();
  const seen = `memory ${Math.round(before)} ${grown < 0 ? "" : "+"}${grown} MiB`;
  return { runs: VOTES_COUNT, seen, violations };
}

/** A client that keeps reading. */
class Witness {
  readonly #webSocket: WebSocket;
  #seen = "";

  constructor(url: string) {
    const address = `${url.replace("http", "ws")}/api/1.48.0/sync`;
    this.#webSocket = new WebSocket(address);
    this.#webSocket.on("open", () => {
      const given = { beat: BEAT, reader: READERS_COUNT };
      this.#webSocket.send(CONNECT_MESSAGE);
      this.#webSocket.send(watchMessage("votes:texts", given));
    });
    this.#webSocket.on("message", (data: Buffer) => {
      // A ping names no vote.
      this.#seen = /vote \d+/.exec(data.toString())?.[0] ?? this.#seen;
    });
  }

  /** Resolves when the last of `count` votes has arrived. */
  async sees(count: number): Promise<void> {
    const newest = key(count - 1);
    if (!(await becomes(() => this.#seen === newest, 60_000)))
      throw new Error(`${newest} has not arrived.`);
  }

  close(): void {
    this.#webSocket.close();
  }
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
