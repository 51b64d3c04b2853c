import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { HttpError } from "../http/httpError.ts";
import { errorText } from "../log/errorText.ts";
import { backupEntries } from "./backupZip.ts";
import type { CleanCopies, CleanCopy } from "./cleanCopies.ts";
import { Snapshot } from "./snapshot.ts";
import { writeZip } from "./zipWriter.ts";

interface BackupsOptions {
  /** Where copies of the database are until they have been sent. */
  readonly directory: string;
  readonly dataDir: string;
  readonly log: (message: string) => void;
}

/**
 * Makes and sends backups. Each backup has its own copy of the database, so several
 * can be sent at the same time: a client that reads slowly, or not at all, delays
 * no other backup. The copies are made one after another, because making one takes
 * the disk space of two.
 */
export class Backups {
  readonly #copies: CleanCopies;
  readonly #files: DiskFileStore;
  readonly #options: BackupsOptions;
  #lastCopy: Promise<unknown> = Promise.resolve();

  constructor(
    copies: CleanCopies,
    files: DiskFileStore,
    options: BackupsOptions,
  ) {
    this.#copies = copies;
    this.#files = files;
    this.#options = options;
  }

  /** @throws HttpError 500 with the reason, such as a full disk */
  async send(response: ServerResponse): Promise<void> {
    await using snapshot = await this.#takeInTurn().catch((error: unknown) => {
      const message = `The backup failed: ${errorText(error)}`;
      this.#options.log(message);
      throw new HttpError(500, "BackupFailed", message);
    });
    response.writeHead(200, { "Content-Type": "application/zip" });
    const { dataDir } = this.#options;
    await writeZip(backupEntries(snapshot, this.#files, dataDir), response);
  }

  #takeInTurn(): Promise<Snapshot<CleanCopy>> {
    const name = `backup-${randomUUID()}.sqlite`;
    const file = join(this.#options.directory, name);
    const taken = this.#lastCopy.then(() =>
      Snapshot.take(this.#copies, this.#files, file),
    );
    this.#lastCopy = taken.catch(() => undefined); // the caller of this backup gets the error
    return taken;
  }
}
