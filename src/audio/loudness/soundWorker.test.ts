// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SoundRequest } from "./sound.worker";

/** Replaces the worker and answers every request except `begin`. */
class FakeWorker {
  static started: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly terminate = vi.fn<() => void>();

  constructor() {
    FakeWorker.started.push(this);
  }

  postMessage({ kind }: SoundRequest): void {
    if (kind !== "begin") queueMicrotask(() => this.onmessage?.({ data: [] }));
  }
}

const options = { channelCount: 1, sampleRateHz: 48_000, limit: null };

/** The module keeps a worker, so each test gets a new one. */
async function load() {
  vi.resetModules();
  return import("./soundWorker");
}

beforeEach(() => {
  FakeWorker.started = [];
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

test("starts one worker ahead of time, and uses it again", async () => {
  const { SoundWorker, prepareSoundWorker } = await load();
  prepareSoundWorker();
  prepareSoundWorker();
  for (const _ of ["first", "second"]) {
    const worker = new SoundWorker(options);
    expect(await worker.add([])).toEqual([]);
    worker.close();
  }
  expect(FakeWorker.started).toHaveLength(1);
});

test("ends a worker that is still busy", async () => {
  const { SoundWorker } = await load();
  const worker = new SoundWorker(options);
  void worker.add([]);
  worker.close();
  expect(FakeWorker.started[0]?.terminate).toHaveBeenCalledTimes(1);
});

test("starts another one if its code did not load", async () => {
  const { SoundWorker, prepareSoundWorker } = await load();
  prepareSoundWorker();
  FakeWorker.started[0]?.onerror?.(new Event("error"));
  const worker = new SoundWorker(options);
  expect(await worker.add([])).toEqual([]);
});

test.each([
  ["code that did not load", new Event("error"), "OutOfReachError"],
  ["a bug", new ErrorEvent("error", { message: "oops" }), "Error"],
])("tells %s from other failures", async (_name, event, kind) => {
  const { SoundWorker } = await load();
  const worker = new SoundWorker(options);
  FakeWorker.started[0]?.onerror?.(event);
  const failure: unknown = await worker
    .add([])
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect((failure as Error).constructor.name).toBe(kind);
});
