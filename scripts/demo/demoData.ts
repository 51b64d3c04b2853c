import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../privateFile.ts";
import { StartError } from "../startError.ts";

const MARK = "demo.json";

/** The demo's folder of data, with a mark in it that says how far the filling got. */
export class DemoData {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  async isFilled(): Promise<boolean> {
    const mark = await readFile(this.#mark, "utf8").catch(() => null);
    return mark === FILLED;
  }

  /**
   * Leaves an empty folder with the mark of a demo that is being filled.
   * @throws StartError when the folder has data that no demo made
   */
  async clear(): Promise<void> {
    const isOurs = existsSync(this.#mark);
    const entries = await readdir(this.directory).catch(() => []);
    if (!isOurs && entries.length > 0) {
      throw new StartError(
        `${this.directory} has data that the demo did not make. Set DATA_DIR to another folder.`,
      );
    }
    await rm(this.directory, { recursive: true, force: true });
    await writePrivateFile(this.#mark, FILLING);
  }

  async markFilled(): Promise<void> {
    await writePrivateFile(this.#mark, FILLED);
  }

  get #mark(): string {
    return join(this.directory, MARK);
  }
}

const FILLING = '{ "demo": "filling" }\n';
const FILLED = '{ "demo": "filled" }\n';
