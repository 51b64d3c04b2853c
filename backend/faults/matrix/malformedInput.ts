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
  CONNECT_MESSAGE,
  plainSocket,
  textFrame,
  upgraded,
} from "../../test/support/rawSocket.ts";
import {
  becomes,
  descriptorCount,
  frugal,
  residentMebibytes,
} from "../harness/resources.ts";

const INPUTS_COUNT = 10_000;
const WARM_UP_COUNT = 3_000;
const LANES_COUNT = 16;
const ALLOWED_MEBIBYTES = 48;

export const malformedInput: Fault = {
  id: "F14",
  pace: "alone",
  name: "malformed frames, messages, requests",
  does: "sends 10,000 generated inputs, each on a separate connection",
  passes: `server up, a bystander's connection unbroken, nothing logged as a bug, memory within ${ALLOWED_MEBIBYTES} MiB, descriptors as before`,
  run: fuzz,
};

async function fuzz({ random, rounds, template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template, { env: frugal });
  const history = new History();
  const bystander = new HistoryClient(server.url, "bystander", "b", history);
  await bystander.cast("before");
  const descriptors = await descriptorCount(server.pid);
  await send(server, random, WARM_UP_COUNT);
  const warm = await residentMebibytes(server.pid);
  const count = INPUTS_COUNT * rounds - WARM_UP_COUNT;
  const stuck = await send(server, random, count);

  const violations: string[] = [];
  if (!server.isRunning) violations.push("The server ended.");
  const vote = await bystander.cast("after");
  if (vote.answer === null) violations.push(`Refused: ${vote.refusal}`);
  if (bystander.connections > 1) violations.push("A bystander was cut off.");
  const grown = Math.round((await residentMebibytes(server.pid)) - warm);
  if (grown > ALLOWED_MEBIBYTES) {
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
  return { runs: WARM_UP_COUNT + count, seen, violations };
}

/** Sends inputs and returns how many the server neither answered nor closed. */
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
  await Promise.all(Array.from({ length: LANES_COUNT }, lane));
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
          textFrame(CONNECT_MESSAGE),
          textFrame(malformedMessage(random)),
        ]);
  const socket = await upgraded(port);
  if (socket === null) return false;
  socket.write(input);
  return reaction(socket);
}

/**
 * Waits briefly for an answer or a close. Some inputs are valid or incomplete,
 * so silence is allowed.
 */
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
