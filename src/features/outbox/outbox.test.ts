import { ConvexError } from "convex/values";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Turn } from "../../../convex/shared/cyphers";
import { MESSAGES, type ErrorCode } from "../../../convex/shared/messages";
import type { UploadState } from "../../../convex/shared/uploads";
import type {
  PieceServer,
  StorageId,
  UploadId,
} from "../../lib/pieces/pieceServer";
import { isForNoTurn, type OutboxEntry } from "./entry";
import { Outbox } from "./outbox";
import { keepSending } from "./outboxSender";
import { OutboxStore } from "./outboxStore";
import type { Notice } from "./tabs";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

// Other test files run in the same worker.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refusal = (code: ErrorCode) =>
  new ConvexError({ code, message: MESSAGES[code] });

const sound = (length: number) =>
  new Blob([new Uint8Array(length).fill(7)], { type: "audio/webm" });

const entry = (
  id: string,
  changes: Partial<OutboxEntry> = {},
): OutboxEntry => ({
  ...{ id, userId: "u1", beatId: "b1", beatTitle: "Monsoon" },
  ...{ mimeType: "audio/webm", peaks: [1], durationMs: 1000, createdAt: 1 },
  ...{ percent: 0, isPaused: false, problem: null, uploadId: null },
  ...{ extras: {}, ...changes },
});

/**
 * Makes a browser. Each call of the returned function opens a tab. Tabs receive each other's
 * notices and share a lock.
 */
function makeBrowser() {
  const listeners: ((notice: Notice) => void)[] = [];
  let last = Promise.resolve();
  return () => {
    const own: ((notice: Notice) => void)[] = [];
    return {
      tell: (notice: Notice) => {
        for (const hear of listeners) if (!own.includes(hear)) hear(notice);
      },
      listen: (listener: (notice: Notice) => void) => {
        listeners.push(listener);
        own.push(listener);
        return () => undefined;
      },
      alone: (work: () => Promise<void>, signal: AbortSignal) => {
        const turn = last.then(() => (signal.aborted ? undefined : work()));
        last = turn.catch(() => undefined);
        return turn;
      },
    };
  };
}

const PIECE = 32_768;

/** A server in memory that holds back pieces until `let` is called. */
function makeServer() {
  const uploads = new Map<string, { size: number; received: Set<number> }>();
  const published = new Map<string, string>();
  const posts: string[] = [];
  let gate = Promise.resolve();
  let heldFrom = Infinity;
  const stateOf = (id: string): UploadState | null => {
    const upload = uploads.get(id);
    if (!upload) return null;
    return {
      uploadId: id as UploadId,
      ...{ sizeBytes: upload.size, pieceBytes: PIECE },
      received: [...upload.received].sort((a, b) => a - b),
      ...{ storageId: null, publishedAs: (published.get(id) ?? null) as never },
    };
  };
  const server = {
    begin: vi.fn<PieceServer["begin"]>(async ({ sizeBytes, sha256 }) => {
      if (!uploads.has(sha256))
        uploads.set(sha256, { size: sizeBytes, received: new Set() });
      return stateOf(sha256) as UploadState; // this upload was just added
    }),
    get: vi.fn<PieceServer["get"]>(async (id) => stateOf(id)),
    send: vi.fn<PieceServer["send"]>(async ({ uploadId, index }, signal) => {
      if (index >= heldFrom) await gate;
      signal.throwIfAborted();
      posts.push(`${uploadId.slice(0, 4)} ${index}`);
      uploads.get(uploadId)?.received.add(index);
    }),
    join: vi.fn<PieceServer["join"]>(async (id) => id as string as StorageId),
    cancel: async () => null,
  };
  /** Holds back this piece and later ones until the returned function is called. */
  const hold = (from = 0) => {
    heldFrom = from;
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    return open;
  };
  return { server, posts, published, hold };
}

function openTab(
  tab: ReturnType<ReturnType<typeof makeBrowser>>,
  { server, published }: ReturnType<typeof makeServer>,
) {
  const outbox = new Outbox(new OutboxStore(), tab);
  const closing = new AbortController();
  const parts = {
    ...{ outbox, tabs: tab, server },
    publish: vi.fn(async (one: OutboxEntry, storageId: StorageId) => {
      published.set(storageId, `verse of ${one.id}`);
      return `verse of ${one.id}`;
    }),
    noteSending: vi.fn(async (_: Turn) => true),
    setTakesAside: vi.fn(async (_: OutboxEntry) => undefined),
    onSent: vi.fn<(entry: OutboxEntry, verseId: string) => void>(),
    pause: vi.fn((_ms: number, signal: AbortSignal) => {
      return new Promise<void>((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    }),
  };
  const start = (userId = "u1") => {
    void keepSending(parts, userId, closing.signal);
  };
  return { ...parts, start, close: () => closing.abort() };
}

const asideOf = ({ setTakesAside }: ReturnType<typeof openTab>) =>
  setTakesAside.mock.calls.map(([{ id }]) => id);

const setUp = () => {
  const world = makeServer();
  return { ...world, tab: openTab(makeBrowser()(), world) };
};

test("sends what is in it, oldest first, and sets a take aside only once it is on the server", async () => {
  const { tab, server } = setUp();
  const { outbox } = tab;
  await outbox.add(entry("new", { createdAt: 2 }), sound(10));
  await outbox.add(entry("old"), sound(20));
  server.join.mockImplementation(async (id) => {
    expect(tab.setTakesAside).toHaveBeenCalledTimes(
      tab.publish.mock.calls.length,
    );
    return id as string as StorageId;
  });
  tab.start();
  await expect.poll(() => outbox.getEntries()).toEqual([]);
  expect(asideOf(tab)).toEqual(["old", "new"]);
  expect(tab.onSent.mock.calls.map(([{ id }, verse]) => [id, verse])).toEqual([
    ["old", "verse of old"],
    ["new", "verse of new"],
  ]);
  expect(outbox.outcomeOf("old")).toBe("sent");
});

test("sends only the missing pieces after a restart", async () => {
  const world = makeServer();
  const browser = makeBrowser();
  const first = openTab(browser(), world);
  await first.outbox.add(entry("a"), sound(3 * PIECE));
  const open = world.hold(1);
  first.start();
  await expect.poll(() => world.server.send).toHaveBeenCalledTimes(2);
  expect(world.posts).toHaveLength(1);
  first.close();
  open();

  const second = openTab(browser(), world);
  second.start();
  await expect.poll(() => second.outbox.outcomeOf("a")).toBe("sent");
  expect(new Set(world.posts).size).toBe(world.posts.length);
  expect(world.posts).toHaveLength(3);
});

const turn = { cypherId: "c1" as never, turnNo: 3 }; // ids are branded strings

test("the take of a turn makes the turn last with each piece", async () => {
  const { tab, posts } = setUp();
  await tab.outbox.add(entry("a", { extras: { turn } }), sound(2 * PIECE));
  await tab.outbox.add(entry("b", { createdAt: 2 }), sound(PIECE));
  tab.start();
  await expect.poll(() => tab.outbox.getEntries()).toEqual([]);
  expect(posts).toHaveLength(3);
  // Called before each of the two pieces, and after the last one.
  expect(tab.noteSending.mock.calls).toEqual([[turn], [turn], [turn]]);
  expect(tab.publish.mock.calls[0]?.[0].extras).toEqual({ turn });
});

test("once the turn is over, the rest is not sent, and the take may become an answer", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { tab, posts } = setUp();
  const { outbox } = tab;
  tab.noteSending.mockImplementation(async () => posts.length === 0);
  await outbox.add(entry("a", { extras: { turn } }), sound(3 * PIECE));
  tab.start();
  const problem = () => outbox.find("a")?.problem?.refusal?.code;
  await expect.poll(problem).toBe("TURN_OVER");
  expect(posts).toHaveLength(1);
  const late = outbox.find("a");
  expect(late && isForNoTurn(late)).toBe(true);
  await outbox.change("a", { extras: {}, problem: null });
  await expect.poll(() => outbox.outcomeOf("a")).toBe("sent");
  expect(posts).toHaveLength(3);
  expect(new Set(posts).size).toBe(3);
});

test("two tabs with one outbox send once, and both see it go", async () => {
  const world = makeServer();
  const browser = makeBrowser();
  const [one, two] = [openTab(browser(), world), openTab(browser(), world)];
  await one.outbox.open("u1");
  await two.outbox.add(entry("a"), sound(2 * PIECE));
  one.start();
  two.start();
  await expect.poll(() => two.outbox.getEntries()).toEqual([]);
  expect(two.outbox.outcomeOf("a")).toBe("sent");
  expect(world.posts).toHaveLength(2);
  const calls = one.publish.mock.calls.length + two.publish.mock.calls.length;
  expect(calls).toBe(1);
});

test("a second tab takes over when the first one closes", async () => {
  const world = makeServer();
  const browser = makeBrowser();
  const [one, two] = [openTab(browser(), world), openTab(browser(), world)];
  one.start();
  two.start();
  const open = world.hold();
  await two.outbox.add(entry("a"), sound(10));
  await expect.poll(() => world.server.send).toHaveBeenCalledTimes(1);
  one.close();
  open();
  await expect.poll(() => two.outbox.outcomeOf("a")).toBe("sent");
  expect(one.publish).not.toHaveBeenCalled();
  expect(two.publish).toHaveBeenCalledTimes(1);
});

test("a paused take waits until it is resumed", async () => {
  const { tab, server, hold } = setUp();
  const { outbox } = tab;
  const open = hold();
  await outbox.add(entry("a"), sound(10));
  tab.start();
  await expect.poll(() => server.send).toHaveBeenCalledTimes(1);
  await outbox.change("a", { isPaused: true });
  open();
  await outbox.add(entry("b"), sound(20));
  await expect.poll(() => outbox.outcomeOf("b")).toBe("sent");
  expect(outbox.find("a")).toMatchObject({ isPaused: true, problem: null });
  await outbox.change("a", { isPaused: false });
  await expect.poll(() => outbox.outcomeOf("a")).toBe("sent");
});

test("a cancelled take is not published, and stays on the device", async () => {
  const { tab, server, hold } = setUp();
  const { outbox } = tab;
  const open = hold();
  await outbox.add(entry("a"), sound(10));
  tab.start();
  await expect.poll(() => server.send).toHaveBeenCalledTimes(1);
  await outbox.remove("a", "cancelled");
  open();
  await outbox.add(entry("b"), sound(20));
  await expect.poll(() => outbox.outcomeOf("b")).toBe("sent");
  expect(asideOf(tab)).toEqual(["b"]);
});

test.each(["BEAT_NOT_FOUND", "VERSE_LIMIT_REACHED", "SUSPENDED"] as const)(
  "%s is shown, the take stays, and the others continue",
  async (code) => {
    const { tab } = setUp();
    const { outbox } = tab;
    tab.publish.mockRejectedValueOnce(refusal(code));
    await outbox.add(entry("a"), sound(10));
    await outbox.add(entry("b", { createdAt: 2 }), sound(20));
    tab.start();
    await expect.poll(() => outbox.outcomeOf("b")).toBe("sent");
    const refused = { refusal: { code, message: MESSAGES[code] } };
    expect(outbox.find("a")?.problem).toEqual(refused);
    expect(asideOf(tab)).toEqual(["b"]);
    const kept = await outbox.load(entry("a"));
    expect(kept?.size).toBe(10);
    await outbox.change("a", { problem: null });
    await expect.poll(() => outbox.outcomeOf("a")).toBe("sent");
  },
);

test.each([
  ["without a reason", new Error("Server Error")],
  ["of a full server", refusal("DISK_FULL")],
])("a failure %s is tried again by itself", async (_, failure) => {
  const { tab } = setUp();
  const { outbox } = tab;
  tab.publish.mockRejectedValueOnce(failure);
  tab.pause.mockResolvedValue(undefined);
  await outbox.add(entry("a"), sound(10));
  tab.start();
  await expect.poll(() => outbox.outcomeOf("a")).toBe("sent");
  expect(tab.pause.mock.calls[0]?.[0]).toBe(30_000);
  expect(tab.publish).toHaveBeenCalledTimes(2);
});

test("a verse that was published before its tab closed is not published again", async () => {
  const { tab, server, published } = setUp();
  const { outbox } = tab;
  const announced = { kind: "verses", contentType: "" } as const;
  await server.begin({ ...announced, sizeBytes: 10, sha256: "known" });
  published.set("known", "verse");
  await outbox.add(entry("a", { uploadId: "known" }), sound(10));
  tab.start();
  await expect.poll(() => outbox.outcomeOf("a")).toBe("sent");
  expect(tab.publish).not.toHaveBeenCalled();
  expect(asideOf(tab)).toEqual(["a"]);
});

test("shows and sends only what belongs to the user", async () => {
  const { tab } = setUp();
  const { outbox } = tab;
  await outbox.add(entry("theirs", { userId: "u2" }), sound(10));
  await outbox.add(entry("mine"), sound(20));
  tab.start();
  await expect.poll(() => outbox.outcomeOf("mine")).toBe("sent");
  expect(outbox.getEntries()).toEqual([]);
  await outbox.open("u2");
  expect(outbox.getEntries()).toHaveLength(1);
});

test("a browser that cannot store says so, and keeps nothing", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("no room", "QuotaExceededError");
    },
  });
  const { tab } = setUp();
  await expect(tab.outbox.add(entry("a"), sound(10))).rejects.toThrow();
  expect(tab.outbox.getEntries()).toEqual([]);
});

test("starts again after the device failed, later each time", async () => {
  const { tab } = setUp();
  const { outbox } = tab;
  await outbox.add(entry("a"), sound(10));
  const lost = new DOMException("lost", "UnknownError");
  const open = vi.spyOn(outbox, "open");
  open.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  tab.pause.mockResolvedValue(undefined);
  tab.start();
  await expect.poll(() => outbox.outcomeOf("a")).toBe("sent");
  expect(tab.pause.mock.calls.map(([ms]) => ms)).toEqual([1_000, 2_000]);
});

test("stays stopped once the signal has aborted", async () => {
  const { tab } = setUp();
  const { outbox } = tab;
  vi.spyOn(outbox, "open").mockRejectedValue(new Error("lost"));
  tab.start();
  await expect.poll(() => tab.pause).toHaveBeenCalledTimes(1);
  tab.close();
  await Promise.resolve();
  expect(tab.pause).toHaveBeenCalledTimes(1);
});
