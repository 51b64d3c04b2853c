/**
 * Loaded before the server by `--import …/breakage.ts?<name>`, in its threads
 * too: breaks one promise on purpose, to show that the checks notice. The
 * product has no such switch.
 */
// Functions of the app find another setTimeout among the globals.
import { setTimeout } from "node:timers";
import Sqlite from "better-sqlite3";
import { DiskFileStore } from "../../src/files/diskFileStore.ts";
import { GroupCommit } from "../../src/functions/executor/groupCommit.ts";
import { DatabaseCore } from "../../src/database/databaseCore.ts";
import { LiveQueries } from "../../src/functions/executor/liveQueries.ts";
import { EmbeddedRuntime } from "../../src/functions/main/embeddedRuntime.ts";
import { Storage } from "../../src/storage/storage.ts";
import { SocketConnection } from "../../src/sync/socketConnection.ts";
import { TransitionCache } from "../../src/sync/transitionCache.ts";

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
  /** What others have been answered is not waited for, and comes late: after who connects again asks, before the next cut. */
  "stale-first-answer": () => {
    Object.defineProperty(EmbeddedRuntime.prototype, "answeredTs", {
      get: () => 0n,
    });
    const listen = Reflect.get(EmbeddedRuntime.prototype, "onPublication");
    EmbeddedRuntime.prototype.onPublication = function (listener) {
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
    const notify = Reflect.get(LiveQueries.prototype, "onDurable");
    let count = 0;
    LiveQueries.prototype.onDurable = function (commits) {
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
  "endless-queue": () => {
    Object.defineProperty(SocketConnection.prototype, "bufferedBytes", {
      get: () => 0,
    });
  },
  "keep-orphans": () => {
    DiskFileStore.prototype.sweep = () => Promise.resolve(0);
    DiskFileStore.prototype.remove = () => Promise.resolve();
  },
};

const name = new URL(import.meta.url).search.slice(1);
const breakIt = breakages[name];
if (breakIt === undefined) throw new Error(`There is no breakage "${name}".`);
breakIt();
