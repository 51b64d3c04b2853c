import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import {
  frameHeader,
  plainSocket,
  upgraded,
} from "../../test/support/rawSocket.ts";
import { becomes, mebibytes, residentMebibytes } from "../harness/resources.ts";

const declaredBytes = mebibytes(200);
const ALLOWED_MEBIBYTES = 32;

export const oversizedMessage: Fault = {
  id: "F13",
  pace: "alone",
  name: "oversized messages and bodies",
  does: "declares 200 MiB and streams them: as a frame, in fragments, as an HTTP body with and without length",
  passes:
    "closed with 1009 or 413 before much was read; memory stays flat; other clients are served",
  run: overfill,
};

async function overfill({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  await server.query("votes:tally", { beat: "calm" });
  const before = await residentMebibytes(server.pid);
  const violations: string[] = [];
  const declared = await stream(server.port, [
    frameHeader(0x81, declaredBytes),
  ]);
  if (!declared.said.includes("\x03\xf1")) {
    violations.push("A declared 200 MiB is not closed with 1009.");
  }
  const fragment = Buffer.concat([
    frameHeader(0x00, 65_000),
    Buffer.alloc(65_000),
  ]);
  const inParts = await stream(
    server.port,
    [frameHeader(0x01, 1), Buffer.alloc(1, 120)],
    fragment,
  );
  if (!inParts.said.includes("\x03\xf1")) {
    violations.push("200 MiB in fragments are not closed with 1009.");
  }
  const request = `POST /api/mutation HTTP/1.1\r\nHost: x\r\n`;
  const withLength = await streamHttp(
    server.port,
    `${request}Content-Length: ${declaredBytes}\r\n\r\n`,
    Buffer.alloc(65_536, 120),
  );
  const withoutLength = await streamHttp(
    server.port,
    `${request}Transfer-Encoding: chunked\r\n\r\n`,
    Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`),
  );
  for (const said of [withLength, withoutLength]) {
    if (!said.startsWith("HTTP/1.1 413")) {
      violations.push(`A body of 200 MiB: ${said.slice(0, 60)}`);
    }
  }
  await sleep(200);
  const grown = (await residentMebibytes(server.pid)) - before;
  // Covers fragments up to the message limit, and garbage that is not collected
  // yet.
  if (grown > 3 * ALLOWED_MEBIBYTES) {
    violations.push(`9: memory grew by ${Math.round(grown)} MiB`);
  }
  await server.query("votes:tally", { beat: "calm" });
  const seen = `closed after ${declared.sent} and ${inParts.sent} MiB; memory +${Math.round(grown)} MiB`;
  return { runs: 4, seen, violations };
}

async function stream(
  port: number,
  beginning: readonly Buffer[],
  block = Buffer.alloc(65_536),
): Promise<{ sent: number; said: string }> {
  const socket = await upgraded(port);
  if (socket === null) return { sent: 0, said: "" };
  let said = "";
  socket.on("data", (data: Buffer) => (said += data.toString("latin1")));
  let isOpen = true;
  socket.once("close", () => (isOpen = false));
  socket.once("end", () => (isOpen = false));
  for (const part of beginning) socket.write(part);
  let sentBytes = 0;
  while (isOpen && said === "" && sentBytes < declaredBytes) {
    await new Promise((resolve) => socket.write(block, resolve));
    sentBytes += block.length;
    await sleep(0);
  }
  await becomes(() => said !== "");
  socket.destroy();
  return { sent: Math.round(sentBytes / mebibytes(1)), said };
}

async function streamHttp(
  port: number,
  head: string,
  block: Buffer,
): Promise<string> {
  const socket = plainSocket(port);
  let said = "";
  socket.on("data", (data: Buffer) => (said += data.toString()));
  socket.write(head);
  for (let sent = 0; said === "" && sent < declaredBytes;) {
    await new Promise((resolve) => socket.write(block, resolve));
    sent += block.length;
    await sleep(0);
  }
  await becomes(() => said !== "");
  socket.destroy();
  return said;
}
