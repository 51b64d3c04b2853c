import { describe, expect, test, vi } from "vitest";
import { type Commit, StorageFailedError } from "../../../database/contract.ts";
import { openDatabase } from "../../../database/openDatabase.ts";
import { Heartbeat } from "../../worker/heartbeat.ts";
import { GroupCommit } from "./groupCommit.ts";

function open() {
  const database = openDatabase({ path: ":memory:" });
  const listener = {
    onDurable: vi.fn<(commits: readonly Commit[]) => void>(),
    onLost: vi.fn(),
    onFatal: vi.fn(),
  };
  const write = () => {
    const transaction = database.begin();
    transaction.insert("", "notes", { body: "b" });
    return database.apply(transaction);
  };
  const commits = new GroupCommit(database, new Heartbeat(), listener);
  return { database, listener, write, commits };
}

describe("group commit", () => {
  test("commits of one turn share a flush", async () => {
    const { database, listener, write, commits } = open();
    const stamps = [write(), write(), write()];
    await Promise.all([commits.durable(), commits.durable()]);
    expect(listener.onDurable).toHaveBeenCalledTimes(1);
    const [flushed = []] = listener.onDurable.mock.calls[0] ?? [];
    expect(flushed.map(({ ts }) => ts)).toEqual(stamps);
    database.close();
  });

  test("resolves at once without commits", async () => {
    const { database, listener, commits } = open();
    await commits.durable();
    expect(listener.onDurable).not.toHaveBeenCalled();
    database.close();
  });

  test("answers nothing after a flush of unknown outcome", async () => {
    const { database, listener } = open();
    database.close();
    const failing = {
      hasUnflushed: true,
      flush: () => {
        throw new StorageFailedError("disk I/O error");
      },
    };
    const settled = vi.fn();
    const commits = new GroupCommit(failing, new Heartbeat(), listener);
    void commits.durable().then(settled, settled);
    await expect.poll(() => listener.onFatal.mock.calls).not.toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).not.toHaveBeenCalled();
  });
});
