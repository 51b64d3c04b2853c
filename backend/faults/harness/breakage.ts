/**
 * Breaks one promise of the server on purpose, to show that the checks notice.
 * Loaded before the server, and in its threads, with `--import
 * …/breakage.ts?<name>`. The product itself has no such switch.
 */
import { writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
// This is the harness's setTimeout. App functions see a different one.
import { setTimeout } from "node:timers";
import Sqlite from "better-sqlite3";
import { DiskFileStore } from "../../src/files/diskFileStore.ts";
import { GroupCommit } from "../../src/runtime/executor/transactions/groupCommit.ts";
import { DatabaseCore } from "../../src/database/databaseCore.ts";
import { QueryRuns } from "../../src/runtime/executor/transactions/queryRuns.ts";
import { MainRuntime } from "../../src/runtime/main/mainRuntime.ts";
import { UnansweredCommits } from "../../src/runtime/worker/unansweredCommits.ts";
import { Storage } from "../../src/storage/storage.ts";
import { SocketConnection } from "../../src/sync/socketConnection.ts";
import { TransitionCache } from "../../src/sync/transitionCache.ts";
import { EXECUTOR_ENDED } from "./executorEnded.ts";

/** Ends the executor's thread after this many flushes that had commits. */
const FLUSHES_PER_EXECUTOR = 50;

function endAfterFlushes(): void {
  const flush = Reflect.get(DatabaseCore.prototype, "flush");
  let count = 0;
  DatabaseCore.prototype.flush = function () {
    const commits = flush.call(this);
    if (commits.length > 0) count += 1;
    if (count < FLUSHES_PER_EXECUTOR) return commits;
    // The commits are on disk, and none of their answers has left. A thread that
    // exits would not print what it writes to `process.stderr`.
    writeSync(2, EXECUTOR_ENDED);
    process.exit(1);
  };
}

const breakages: Readonly<Record<string, () => void>> = {
  "ack-before-commit": () => {
    const durable = (self: GroupCommit) => original.call(self);
    const original = Reflect.get(GroupCommit.prototype, "durable");
    GroupCommit.prototype.durable = function () {
      setTimeout(() => void durable(this), 100);
      return Promise.resolve();
    };
  },
  "no-request-row": () => {
    Storage.prototype.insertAnswer = () => undefined;
  },
  "no-validation": () => {
    DatabaseCore.prototype.isStale = () => false;
  },
  "ack-after-failed-fsync": () => {
    const flush = Reflect.get(DatabaseCore.prototype, "flush");
    DatabaseCore.prototype.flush = function () {
      try {
        return flush.call(this);
      } catch {
        return [];
      }
    };
  },
  "half-a-transaction": () => {
    const update = Reflect.get(Storage.prototype, "updateDocument");
    let count = 0;
    Storage.prototype.updateDocument = function (row, json) {
      count += 1;
      if (count % 20 !== 0) update.call(this, row, json);
    };
  },
  /**
   * Clients that reconnect do not wait for commits that others have already
   * seen. Publications are delayed by 60 ms: long enough for a reconnecting
   * client to see an old state, and short enough to arrive before the next cut.
   */
  "stale-first-answer": () => {
    Object.defineProperty(MainRuntime.prototype, "answeredTs", {
      get: () => 0n,
    });
    const listen = Reflect.get(MainRuntime.prototype, "onPublication");
    MainRuntime.prototype.onPublication = function (listener) {
      listen.call(this, (publication) => {
        setTimeout(() => listener(publication), 60);
      });
    };
  },
  "times-that-fall": () => {
    const encode = Reflect.get(TransitionCache.prototype, "encode");
    let count = 0;
    TransitionCache.prototype.encode = function (start, end, plan) {
      count += 1;
      const ts = count % 20 === 0 ? end.ts - 10_000_000_000n : end.ts;
      return encode.call(this, start, { ...end, ts }, plan);
    };
  },
  "missed-notification": () => {
    const notify = Reflect.get(QueryRuns.prototype, "onDurable");
    let count = 0;
    QueryRuns.prototype.onDurable = function (commits) {
      count += 1;
      notify.call(this, count % 3 === 0 ? [] : commits);
    };
  },
  "synchronous-normal": () => {
    const pragma = Reflect.get(Sqlite.prototype, "pragma");
    Sqlite.prototype.pragma = function (source, options) {
      const weaker = source.replace(
        "synchronous = FULL",
        "synchronous = NORMAL",
      );
      return pragma.call(this, weaker, options);
    };
  },
  /** Also deceives the check at start-up. */
  "hidden-synchronous-normal": () => {
    const pragma = Reflect.get(Sqlite.prototype, "pragma");
    Sqlite.prototype.pragma = function (source, options) {
      if (source === "synchronous") return 2;
      const weaker = source.replace(
        "synchronous = FULL",
        "synchronous = NORMAL",
      );
      return pragma.call(this, weaker, options);
    };
  },
  "unsynced-uploads": () => {
    void open(import.meta.dirname, "r").then(async (handle) => {
      // The class of a file handle cannot be imported by name.
      const prototype = Object.getPrototypeOf(handle) as FileHandle;
      await handle.close();
      prototype.sync = () => Promise.resolve();
    });
  },
  /** Breaks no promise: the server has to keep them all. */
  "ending-executor": endAfterFlushes,
  "forgetful-ending-executor": () => {
    endAfterFlushes();
    UnansweredCommits.prototype.add = () => undefined;
  },
  /** Treats a copy that SQLite refused to begin as a finished one. */
  "copies-of-no-pages": () => {
    const backup = Reflect.get(Sqlite.prototype, "backup");
    Sqlite.prototype.backup = async function (file, options) {
      const { totalPages, remainingPages } = await backup.call(
        this,
        file,
        options,
      );
      return { totalPages: Math.max(totalPages, 1), remainingPages };
    };
  },
  "endless-queue": () => {
    Object.defineProperty(SocketConnection.prototype, "bufferedBytes", {
      get: () => 0,
    });
  },
  "keep-orphans": () => {
    DiskFileStore.prototype.sweep = () =>
      Promise.resolve({ count: 0, directory: null });
    DiskFileStore.prototype.remove = () => Promise.resolve();
  },
};

const name = new URL(import.meta.url).search.slice(1);
const breakIt = breakages[name];
if (breakIt === undefined) throw new Error(`There is no breakage "${name}".`);
breakIt();
