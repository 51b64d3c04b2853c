import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { Load } from "../harness/load.ts";
import { orphansOf, upload } from "../harness/uploads.ts";
import { spawnServer } from "../../test/support/spawnServer.ts";
import { plainSocket } from "../../test/support/rawSocket.ts";

const START_LIMIT_MS = 30_000;
const PART_BYTES = 65_536;

export const secondProcess: Fault = {
  id: "F18",
  name: "a second process on the database",
  does: "starts another server, and a bare SQLite writer, on the directory of a running one",
  passes:
    "both are refused with an explanation within 30 s; the first keeps working and finishes a running upload; invariants 1 to 8, 10",
  run: intrude,
};

async function intrude({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const load = new Load(server, "owner");
  await load.acknowledged(10);
  const violations: string[] = [];
  const finishUpload = await halfUpload(server);
  const said = await startSecond(server.dataDir);
  if (!/locked|in use|another process/i.test(said)) {
    violations.push(`The second server says: ${said.slice(0, 200)}`);
  }
  const status = await finishUpload();
  if (!status.startsWith("HTTP/1.1 200")) {
    violations.push(`The upload under way is answered ${status.slice(0, 80)}`);
  }
  if (!isLockedOut(join(server.dataDir, "database.sqlite"))) {
    violations.push("Another process could write.");
  }
  await load.acknowledged(10);
  await load.finish();
  violations.push(...violationsOf(load.history));
  if ((await upload(server, Buffer.from("after"))) !== 200) {
    violations.push("Uploads are refused afterwards.");
  }
  violations.push(...(await orphansOf(server)));
  const [first = ""] = said.split("\n");
  return { runs: 2, seen: first.slice(0, 90), violations };
}

/** Starts a second server and returns its error output. */
async function startSecond(dataDir: string): Promise<string> {
  const second = spawnServer({ dataDir });
  const isReady = second.ready.then(
    () => true,
    () => false,
  );
  const isLate = pause(START_LIMIT_MS, true, { ref: false });
  if (await Promise.race([isReady, isLate])) {
    await second.end("SIGKILL");
    return "nothing, it went on";
  }
  return second.output();
}

function isLockedOut(path: string): boolean {
  const sqlite = new Sqlite(path, { timeout: 100 });
  try {
    sqlite.exec("BEGIN IMMEDIATE; ROLLBACK");
    return false;
  } catch {
    return true;
  } finally {
    sqlite.close();
  }
}

/**
 * Sends half of an upload. The returned function sends the rest and resolves
 * with the answer.
 */
async function halfUpload(server: FaultServer): Promise<() => Promise<string>> {
  const address = await server.mutation<string>("files:generateUploadUrl", {});
  const { pathname, search } = new URL(address);
  const socket = plainSocket(server.port);
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString()));
    socket.once("close", () => resolve("closed"));
  });
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * PART_BYTES}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(PART_BYTES));
  return async () => {
    socket.write(Buffer.alloc(PART_BYTES));
    const text = await answer;
    socket.destroy();
    return text;
  };
}
