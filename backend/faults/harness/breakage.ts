/**
 * Loaded before the server by `--import …/breakage.ts?<name>`, in its threads
 * too: breaks one promise on purpose, to show that the checks notice. The
 * product has no such switch.
 */
// Functions of the app find another setTimeout among the globals.
import { setTimeout } from "node:timers";
import { DiskFileStore } from "../../src/files/diskFileStore.ts";
import { GroupCommit } from "../../src/functions/executor/groupCommit.ts";
import { DatabaseCore } from "../../src/database/databaseCore.ts";
import { Storage } from "../../src/storage/storage.ts";

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
  "keep-orphans": () => {
    DiskFileStore.prototype.sweep = () => Promise.resolve(0);
    DiskFileStore.prototype.remove = () => Promise.resolve();
  },
};

const name = new URL(import.meta.url).search.slice(1);
const breakIt = breakages[name];
if (breakIt === undefined) throw new Error(`There is no breakage "${name}".`);
breakIt();
