import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "gully-backend/private-files";
import { StartError } from "../../launcher/startError.ts";

const MARK = "demo.json";

/**
 * The demo's data folder. A mark file in it shows that the demo owns the
 * folder, and whether filling it has finished.
 */
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
   * Empties the folder and marks it as being filled.
   * @throws StartError if the folder has data that the demo did not create
   */
  async clear(): Promise<void> {
    const isOurs = existsSync(this.#mark);
    const entries = await readdir(this.directory).catch(() => []);
    if (!isOurs && entries.length > 0) {
      throw new StartError(
        `${this.directory} has data that the demo did not create. Set DATA_DIR to another folder.`,
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
