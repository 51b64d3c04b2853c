/**
 * Ends the executor's thread around a flush, in a process of its own. Loaded
 * before the server, and in its threads, with `--import
 * …/endingExecutor.ts?<folder>`: a file in that folder says when, and is
 * removed, so that the next executor lives on.
 */
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseCore } from "../../src/database/databaseCore.ts";
import { StorageFailedError } from "../../src/storage/storageErrors.ts";

const FAILING = "failing";

/** `after`: the commit is on disk, and none of its answers has left. */
type Moment = "before" | "after";

export class EndingExecutor implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "ending-executor-"));

  /** Flags for the Node that runs the server. */
  get execArgv(): string[] {
    return ["--import", `${import.meta.url}?${this.#folder}`];
  }

  /** Ends the executor at the next flush that has commits. */
  endAt(moment: Moment): void {
    writeFileSync(join(this.#folder, moment), "");
  }

  /** Makes the disk fail under every mutation of a session that returns `result`. */
  failCommitsOf(result: string): void {
    writeFileSync(join(this.#folder, FAILING), JSON.stringify(result));
  }

  /** True if the executor has not ended since the last `endAt`. */
  get isPending(): boolean {
    return ["before", "after"].some((moment) =>
      existsSync(join(this.#folder, moment)),
    );
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}

function failCommits(folder: string): void {
  const file = join(folder, FAILING);
  const apply = Reflect.get(DatabaseCore.prototype, "apply");
  DatabaseCore.prototype.apply = function (transaction, answer) {
    const isFailing =
      answer !== undefined &&
      existsSync(file) &&
      readFileSync(file, "utf8") === answer.resultJson;
    if (isFailing) throw new StorageFailedError("The test fails the disk.");
    return apply.call(this, transaction, answer);
  };
}

function endAround(folder: string): void {
  const flush = Reflect.get(DatabaseCore.prototype, "flush");
  const endAt = (moment: Moment) => {
    const file = join(folder, moment);
    if (!existsSync(file)) return;
    rmSync(file);
    // In a worker this ends only the thread.
    process.exit(1);
  };
  DatabaseCore.prototype.flush = function () {
    if (this.hasUnflushed) endAt("before");
    const commits = flush.call(this);
    if (commits.length > 0) endAt("after");
    return commits;
  };
}

const folder = new URL(import.meta.url).search.slice(1);
if (folder !== "") {
  endAround(folder);
  failCommits(folder);
}
