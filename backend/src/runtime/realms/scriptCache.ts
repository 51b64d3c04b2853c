/**
 * Caches the texts that `moduleText` makes, next to the modules of their
 * deployment. Making them takes about a second per megabyte at each start of a
 * worker.
 */
import { hash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { type ModuleText, moduleText } from "./transform/moduleText.ts";

/** Increase this when `moduleText` makes something else from the same source. */
const FORMAT = 3;

export class ScriptCache {
  readonly #folder: string;

  /** `folder` is created when there is something to store. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws SyntaxError */
  textOf(source: string): ModuleText {
    const key = hash("sha256", `${FORMAT}\n${source}`, "hex");
    const file = join(this.#folder, `${key}.json`);
    const known = read(file);
    if (known) return known;
    const text = moduleText(source);
    write(this.#folder, file, JSON.stringify(text));
    return text;
  }
}

function read(file: string): ModuleText | null {
  try {
    // `write` stores a file completely or not at all.
    return JSON.parse(readFileSync(file, "utf8")) as ModuleText;
  } catch {
    return null;
  }
}

/** Ignores failures: the text is then made again next time. */
function write(folder: string, file: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${process.pid}.${threadId}`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } catch {
    return;
  }
}
