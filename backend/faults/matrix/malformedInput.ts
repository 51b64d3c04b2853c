import type { Socket } from "node:net";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import {
  malformedFrames,
  malformedMessage,
  malformedRequest,
} from "../harness/malformed.ts";
import type { Random } from "../harness/random.ts";
import {
  connectMessage,
  plainSocket,
  textFrame,
  upgraded,
} from "../harness/rawSocket.ts";
import {
  becomes,
  descriptorCount,
  frugal,
  residentMebibytes,
} from "../harness/resources.ts";

const inputsCount = 10_000;
const warmUpCount = 3_000;
const lanesCount = 16;
const allowedMebibytes = 48;

export const malformedInput: Fault = {
  id: "F14",
  pace: "alone",
  name: "malformed frames, messages, requests",
  does: "sends 10,000 generated inputs, each on a connection of its own",
  passes: `server up, a bystander's connection unbroken, nothing logged as a bug, memory within ${allowedMebibytes} MiB, descriptors as before`,
  run: fuzz,
};

async function fuzz({ random, rounds, template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template, { env: frugal });
  const history = new History();
  const bystander = new HistoryClient(server.url, "bystander", "b", history);
  await bystander.cast("before");
  const descriptors = await descriptorCount(server.pid);
  await send(server, random, warmUpCount);
  const warm = await residentMebibytes(server.pid);
  const count = inputsCount * rounds - warmUpCount;
  const stuck = await send(server, random, count);

  const violations: string[] = [];
  if (!server.isRunning) violations.push("The server ended.");
  const vote = await bystander.cast("after");
  if (vote.answer === null) violations.push(`Refused: ${vote.refusal}`);
  if (bystander.connections > 1) violations.push("A bystander was cut off.");
  const grown = Math.round((await residentMebibytes(server.pid)) - warm);
  if (grown > allowedMebibytes) {
    violations.push(`9: memory grew by ${grown} MiB`);
  }
  const isFreed = await becomes(
    async () => (await descriptorCount(server.pid)) <= descriptors + 2,
  );
  if (!isFreed) violations.push("9: descriptors stay open");
  const logged = /Unhandled|Internal|TypeError|A request failed.*/.exec(
    server.output,
  );
  if (logged !== null) violations.push(`Logged: ${logged[0].slice(0, 200)}`);
  bystander.close();
  const seen = `memory ${grown >= 0 ? "+" : ""}${grown} MiB, ${stuck} left open by the server`;
  return { runs: warmUpCount + count, seen, violations };
}

/** How many inputs the server neither answered nor closed on. */
async function send(
  server: FaultServer,
  random: Random,
  count: number,
): Promise<number> {
  let left = count;
  let stuck = 0;
  const lane = async () => {
    while (left > 0 && server.isRunning) {
      left -= 1;
      if (!(await sendOne(server.port, random))) stuck += 1;
    }
  };
  await Promise.all(Array.from({ length: lanesCount }, lane));
  return stuck;
}

async function sendOne(port: number, random: Random): Promise<boolean> {
  const kind = random.below(3);
  if (kind === 0) {
    const socket = plainSocket(port);
    socket.write(malformedRequest(random), "latin1");
    return reaction(socket);
  }
  const input =
    kind === 1
      ? malformedFrames(random)
      : Buffer.concat([
          textFrame(connectMessage),
          textFrame(malformedMessage(random)),
        ]);
  const socket = await upgraded(port);
  if (socket === null) return false;
  socket.write(input);
  return reaction(socket);
}

/** Waits shortly: an input may be legal, or the beginning of something. */
async function reaction(socket: Socket): Promise<boolean> {
  const isSeen = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), 50);
    const done = () => {
      clearTimeout(timer);
      resolve(true);
    };
    socket.once("data", done);
    socket.once("close", done);
  });
  socket.destroy();
  return isSeen;
}
