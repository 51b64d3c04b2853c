import { beforeEach, expect, test, vi } from "vitest";
import { block, stem } from "../../../testing/recorderWorld";
import { TakeGoneError } from "../../store/storeProblem";
import { type OnStoreProblem, TakeWriter } from "./takeWriter";

const full = new DOMException("No room.", "QuotaExceededError");
const take = { id: "take-1", userId: "u1", beatId: "b1" };
const stored: string[] = [];
let room = Number.POSITIVE_INFINITY;
const hold = (text: string) => {
  if (stored.length >= room) throw full;
  stored.push(text);
};
const store = {
  begin: vi.fn(async (_: unknown, chunk: Blob) => {
    stored.length = 0;
    hold(await chunk.text());
  }),
  append: vi.fn(async (_: string, index: number, chunk: Blob) => {
    if (stored.length === 0) throw new TakeGoneError();
    expect(index).toBe(stored.length);
    hold(await chunk.text());
  }),
  measure: vi.fn(async () => ({
    chunks: stored.length,
    bytes: stored.join("").length,
  })),
};
const stems = {
  begin: vi.fn(async () => true),
  append: vi.fn(async () => undefined),
  remove: vi.fn(async () => undefined),
};
const onStoreProblem = vi.fn<OnStoreProblem>();
const onStoreFailure = vi.fn<(error: unknown) => void>();

beforeEach(() => {
  vi.clearAllMocks();
  stored.length = 0;
  room = Number.POSITIVE_INFINITY;
});

function makeWriter() {
  const parts = { store, stems, onStoreFailure, now: () => 1 };
  return new TakeWriter(parts, take, onStoreProblem);
}

/** jsdom's Blob has no `text`. */
function chunk(text: string): Blob {
  return Object.assign(new Blob([text]), { text: async () => text });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("confirms a take only after reading it back", async () => {
  const writer = makeWriter();
  writer.onChunk(chunk("a"), "audio/webm");
  writer.onChunk(chunk("b"), "audio/webm");
  expect(await writer.confirm()).toBeNull();
  expect(stored).toEqual(["a", "b"]);
  expect(onStoreProblem).not.toHaveBeenCalled();

  stored.pop();
  expect(await writer.confirm()).toBe("broken");
  expect(onStoreProblem).toHaveBeenLastCalledWith("broken");
});

test("says at once when the device is full, and keeps what was stored", async () => {
  const writer = makeWriter();
  room = 1;
  writer.onChunk(chunk("a"), "audio/webm");
  writer.onChunk(chunk("b"), "audio/webm");
  await settled();
  expect(onStoreProblem.mock.calls).toEqual([["full"]]);
  for (let more = 0; more < 30; more += 1) {
    writer.onChunk(chunk("c"), "audio/webm");
    await settled();
  }
  expect(stored).toEqual(["a"]);
  expect(onStoreProblem.mock.calls).toEqual([["full"]]);
  expect(onStoreFailure).toHaveBeenCalledTimes(1);
  expect(store.append.mock.calls.length).toBeLessThan(6);
  expect(await writer.confirm()).toBe("full");
});

test("stores a take from its beginning again if the device has lost it", async () => {
  const writer = makeWriter();
  for (const text of ["a", "b"]) writer.onChunk(chunk(text), "audio/webm");
  await settled();
  stored.length = 0;
  writer.onChunk(chunk("c"), "audio/webm");
  await settled();
  expect(stored).toEqual(["a", "b", "c"]);
  expect(onStoreProblem).not.toHaveBeenCalled();
});

test("does not start again for ever on a device that keeps nothing", async () => {
  const writer = makeWriter();
  store.begin.mockImplementation(async () => undefined);
  for (const text of ["a", "b"]) writer.onChunk(chunk(text), "audio/webm");
  expect(await writer.confirm()).toBe("broken");
  store.begin.mockReset();
});

test("notices at the end that the device has lost part of the take, and stores it again", async () => {
  const writer = makeWriter();
  for (const text of ["a", "b"]) writer.onChunk(chunk(text), "audio/webm");
  await settled();
  stored.pop();
  expect(await writer.confirm()).toBeNull();
  expect(stored).toEqual(["a", "b"]);
});

test("tells why the device does not store", async () => {
  const writer = makeWriter();
  room = 0;
  writer.onChunk(chunk("a"), "audio/webm");
  await settled();
  expect(onStoreProblem.mock.calls).toEqual([["full"]]);
  store.begin.mockRejectedValueOnce(new DOMException("No.", "SecurityError"));
  expect(await writer.confirm()).toBe("refused");
  expect(onStoreProblem.mock.calls).toEqual([["full"], ["refused"]]);
});

test("stores the rest in order once there is room again", async () => {
  const writer = makeWriter();
  room = 1;
  for (const text of ["a", "b", "c"]) writer.onChunk(chunk(text), "audio/webm");
  await settled();
  room = 9;
  expect(await writer.confirm()).toBeNull();
  expect(stored).toEqual(["a", "b", "c"]);
  expect(onStoreProblem.mock.calls).toEqual([["full"], [null]]);
});

test("gives up the stem before any part of the take", async () => {
  const writer = makeWriter();
  writer.onStem(stem.info);
  writer.onStemBlock(block);
  await settled();
  room = 0;
  stems.remove.mockImplementationOnce(async () => {
    room = 9;
  });
  writer.onChunk(chunk("a"), "audio/webm");
  expect(await writer.confirm()).toBeNull();
  writer.onStemBlock(block);
  await settled();
  expect(stems.remove).toHaveBeenCalledTimes(1);
  expect(stems.append).toHaveBeenCalledTimes(1);
  expect(onStoreProblem).not.toHaveBeenCalled();
});

test("removes a stem that could not be stored whole", async () => {
  stems.append.mockRejectedValueOnce(full);
  const writer = makeWriter();
  writer.onStem(stem.info);
  for (let blocks = 0; blocks < 5; blocks += 1) writer.onStemBlock(block);
  await settled();
  expect(stems.append).toHaveBeenCalledTimes(1);
  expect(stems.remove).toHaveBeenCalledWith("take-1");
});

test("says so when the storage hangs", async () => {
  store.begin.mockImplementationOnce(() => new Promise(() => undefined));
  const writer = makeWriter();
  for (let more = 0; more < 9; more += 1) {
    writer.onChunk(chunk("c"), "audio/webm");
  }
  expect(onStoreProblem).not.toHaveBeenCalled();
  writer.onChunk(chunk("c"), "audio/webm");
  writer.onChunk(chunk("c"), "audio/webm");
  expect(onStoreProblem.mock.calls).toEqual([["slow"]]);
});
