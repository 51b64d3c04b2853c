import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/invariants.ts";
import { Load } from "../harness/load.ts";
import { orphansOf, upload } from "../harness/uploads.ts";
import { plainSocket } from "../harness/rawSocket.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const partBytes = 65_536;

export const secondProcess: Fault = {
  id: "F18",
  name: "a second process on the database",
  does: "starts another server, and a bare SQLite writer, on the directory of a running one",
  passes:
    "both are refused in words within 30 s; the first goes on, an upload under way included; invariants 1 to 8, 10",
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

/** What it says when it gives up. */
async function startSecond(dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir };
  try {
    await promisify(execFile)(process.execPath, [main], {
      env,
      timeout: 30_000,
    });
    return "nothing, it ended well";
  } catch (error) {
    // What execFile rejects with has the output.
    return (error as { stderr?: string }).stderr ?? String(error);
  }
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

/** Half of an upload now; the answer when it is asked to go on. */
async function halfUpload(server: FaultServer): Promise<() => Promise<string>> {
  const address = await server.mutation<string>("files:generateUploadUrl", {});
  const { pathname, search } = new URL(address);
  const socket = plainSocket(server.port);
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString()));
    socket.once("close", () => resolve("closed"));
  });
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * partBytes}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(partBytes));
  return async () => {
    socket.write(Buffer.alloc(partBytes));
    const text = await answer;
    socket.destroy();
    return text;
  };
}
