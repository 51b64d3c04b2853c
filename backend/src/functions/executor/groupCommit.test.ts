import { describe, expect, test, vi } from "vitest";
import { type Commit, StorageFailedError } from "../../database/contract.ts";
import { openDatabase } from "../../database/openDatabase.ts";
import { Pulse } from "../pulse.ts";
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
  const commits = new GroupCommit(database, new Pulse(), listener);
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

  test("without commits there is nothing to wait for", async () => {
    const { database, listener, commits } = open();
    await commits.durable();
    expect(listener.onDurable).not.toHaveBeenCalled();
    database.close();
  });

  test("after a flush of unknown outcome nobody is told anything", async () => {
    const { database, listener } = open();
    database.close();
    const failing = {
      hasUnflushed: true,
      flush: () => {
        throw new StorageFailedError("disk I/O error");
      },
    };
    const told = vi.fn();
    const commits = new GroupCommit(failing, new Pulse(), listener);
    void commits.durable().then(told, told);
    await expect.poll(() => listener.onFatal.mock.calls).not.toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).not.toHaveBeenCalled();
  });
});
