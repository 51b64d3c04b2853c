import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { plainSocket } from "../../test/support/rawSocket.ts";
import { becomes } from "../harness/resources.ts";
import { orphansOf, upload } from "../harness/uploads.ts";

const PART_BYTES = 65_536;
const PARTS_COUNT = 8;

export const cutUploads: Fault = {
  id: "F17",
  name: "uploads cut, wrong, doubled, killed",
  does: "cuts an upload after each 64 KiB; sends a wrong hash, an empty file, one token twice and `../..` as a name; kills the server during uploads",
  passes: "an error, or one file with one row; invariant 10",
  run: (lab) => cut(lab),
};

export async function cut(
  { random, rounds, template }: Lab,
  breakage?: string,
): Promise<Outcome> {
  const settings = breakage === undefined ? {} : { breakage };
  await using server = await FaultServer.from(template, settings);
  const violations: string[] = [];
  for (let parts = 0; parts < PARTS_COUNT; parts += 1) {
    const socket = await begin(server, parts);
    socket.destroy();
  }
  const isClean = await becomes(
    async () => (await orphansOf(server)).length === 0,
    5_000,
  );
  if (!isClean) violations.push(...(await orphansOf(server)));
  violations.push(...(await refusals(server)));
  const kills = 3 * rounds;
  for (let i = 0; i < kills; i += 1) {
    await begin(server, 4);
    const whole = upload(server, Buffer.alloc(2_000_000, i)).catch(() => null);
    await sleep(random.below(60));
    await server.signal("SIGKILL");
    await whole;
    await server.start();
    violations.push(...(await orphansOf(server)));
  }
  const seen = `${await server.query<number>("files:count", {})} files in the end`;
  return { runs: PARTS_COUNT + kills + 4, seen, violations };
}

/** Starts an upload and leaves it incomplete. */
async function begin(server: FaultServer, parts: number) {
  const address = await server.mutation<string>("files:generateUploadUrl", {});
  const { pathname, search } = new URL(address);
  const socket = plainSocket(server.port);
  socket.resume();
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: ${PARTS_COUNT * PART_BYTES}\r\n\r\n`,
  );
  for (let i = 0; i < parts; i += 1) {
    await new Promise((resolve) =>
      socket.write(Buffer.alloc(PART_BYTES, i), resolve),
    );
  }
  await sleep(20);
  return socket;
}

async function refusals(server: FaultServer): Promise<string[]> {
  const violations: string[] = [];
  const expect = (what: string, status: number, expected: number) => {
    if (status !== expected) violations.push(`${what} is answered ${status}`);
  };
  const token = () => server.mutation<string>("files:generateUploadUrl", {});
  const post = async (url: string, headers: Record<string, string>) => {
    const response = await fetch(url, { method: "POST", body: "abc", headers });
    await response.arrayBuffer();
    return response.status;
  };
  const digest = `sha-256=${Buffer.alloc(32).toString("base64")}`;
  expect("A wrong hash", await post(await token(), { digest }), 400);
  const once = await token();
  expect("A first use", await post(once, {}), 200);
  expect("A second use", await post(once, {}), 400);
  expect("No bytes", await upload(server, Buffer.alloc(0)), 200);
  const escape = `${server.url}/api/storage/..%2f..%2fdatabase.sqlite`;
  expect("A path as name", (await fetch(escape)).status, 404);
  violations.push(...(await orphansOf(server)));
  return violations;
}
