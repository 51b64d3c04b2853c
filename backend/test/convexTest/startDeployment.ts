/** The server in a process of its own, with an app pushed by the official CLI. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { CliApp } from "../cliApp.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const clock = pathToFileURL(join(import.meta.dirname, "clock.ts")).href;

type ServerChild = ChildProcessByStdio<null, Readable, null>;

export interface RunningDeployment {
  readonly url: string;
  readonly adminKey: string;
  readonly stop: () => Promise<void>;
}

/**
 * Deploys a copy of an app's functions with a module of ours beside them, and
 * without crons: a test calls what they call.
 */
export async function startDeployment(
  functionsDir: string,
): Promise<RunningDeployment> {
  const app = await CliApp.create({});
  const dataDir = await mkdtemp(join(tmpdir(), "convex-test-"));
  const server = spawn(process.execPath, ["--import", clock, main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: dataDir,
      APP_ROOT: app.directory,
    },
  });
  const stop = async () => {
    if (server.exitCode === null && server.kill()) await once(server, "exit");
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await readyUrl(server);
    const key = await readFile(join(dataDir, "admin_key"), "utf8");
    const target = { url, adminKey: key.trim() };
    await copyFunctions(functionsDir, join(app.directory, "convex"));
    const flags = ["--typecheck=disable", "--codegen=disable"];
    const { code, stderr } = await app.run(["deploy", ...flags], target);
    if (code !== 0) throw new Error(`The push failed: ${stderr}`);
    return { ...target, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function copyFunctions(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  await cp(join(import.meta.dirname, "app"), to, { recursive: true });
  await rm(join(to, "crons.ts"), { force: true });
}

function readyUrl(server: ServerChild): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const url = /^Ready on (\S+)$/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    server.once("exit", () =>
      reject(new Error(`The server did not start: ${output}`)),
    );
  });
}
