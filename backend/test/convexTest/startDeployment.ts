/** The server in a process of its own, with an app pushed by the official CLI. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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

export interface DeployedFunctions {
  readonly functionsDir: string;
  /** Put beside them, or in the place of theirs; null leaves one out. */
  readonly files: Readonly<Record<string, string | null>>;
}

/** Deploys a copy of an app's functions with a module of ours beside them. */
export async function startDeployment(
  functions: DeployedFunctions,
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
    await copyFunctions(functions, join(app.directory, "convex"));
    const flags = ["--typecheck=disable", "--codegen=disable"];
    const { code, stderr } = await app.run(["deploy", ...flags], target);
    if (code !== 0) throw new Error(`The push failed: ${stderr}`);
    return { ...target, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function copyFunctions(
  { functionsDir, files }: DeployedFunctions,
  to: string,
): Promise<void> {
  await cp(functionsDir, to, { recursive: true });
  await cp(join(import.meta.dirname, "app"), to, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    if (text === null) await rm(join(to, path), { force: true });
    else await writeFile(join(to, path), text);
  }
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
