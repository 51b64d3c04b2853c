/**
 * Compiles and runs the load generator. It is written in C so that it uses far
 * less CPU time than the server under test.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RunningServer } from "../setting.ts";
import type { Figures } from "../trials/trial.ts";

export type Mode = "oneByOne" | "allAtOnce" | "inTurn" | "storm" | "memory";

/** Flags of the C program, named as in `load.c`. */
export type Options = Readonly<Record<string, string | number>>;

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, "../../../node_modules/.cache/bench");

/**
 * Runs one mode of the load generator against the server. @throws if the
 * program fails.
 */
export async function load(
  mode: Mode,
  { target, pid }: Pick<RunningServer, "target" | "pid">,
  options: Options,
): Promise<Figures> {
  const { port, beatId, dialect } = target;
  const flags = Object.entries({
    port,
    pid,
    dialect,
    item: beatId,
    ...options,
  });
  const { stdout } = await run(await compileLoad(), [
    mode,
    ...flags.flatMap(([name, value]) => [`--${name}`, String(value)]),
  ]);
  // The program prints nothing else.
  return JSON.parse(stdout) as Figures;
}

/** Compiles the program if its sources have changed, and returns its path. */
export async function compileLoad(): Promise<string> {
  const files = await readdir(import.meta.dirname);
  const hash = createHash("sha256");
  for (const file of files.filter((name) => /\.[ch]$/.test(name)).sort())
    hash.update(await readFile(join(import.meta.dirname, file)));
  const program = join(CACHE, `load-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(program)) return program;
  await mkdir(CACHE, { recursive: true });
  const sources = files.filter((file) => file.endsWith(".c"));
  const unfinished = `${program}.${process.pid}`;
  await compile(["-O2", "-o", unfinished, ...sources, "-lm"]);
  await rename(unfinished, program);
  return program;
}

async function compile(args: readonly string[]): Promise<void> {
  try {
    await run("cc", args, { cwd: import.meta.dirname });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new Error(
        'The load generator is written in C and needs Linux and a C compiler called "cc": install gcc or clang.',
        { cause: error },
      );
    throw error;
  }
}
