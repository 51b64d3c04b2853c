// @vitest-environment jsdom
import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { sha256Hex } from "../../../lib/pieces/sha256Hex";
import { fetchSound } from "./fetchSound";

const BYTES = Uint8Array.of(1, 2, 3, 4, 5, 6);
const OTHERS = Uint8Array.of(6, 5, 4, 3, 2, 1);

beforeEach(() => vi.useRealTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A response whose body ends too early. */
const cut = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(BYTES.slice(0, 2));
        controller.error(new TypeError("network error"));
      },
    }),
  );

/** Responds in this order; null stands for a lost connection. */
function answerWith(answers: (Response | null)[]) {
  const asked: RequestInit[] = [];
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    asked.push(init);
    const next = answers.shift() ?? null;
    return next === null
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(next);
  });
  return asked;
}

async function load(signal = new AbortController().signal) {
  const seen = { bytes: [] as number[], waits: [] as number[], connected: 0 };
  const url = "https://files.example/one";
  const sound = { url, extension: "mp3", sizeBytes: BYTES.length };
  const loading = fetchSound(
    { ...sound, sha256: await sha256Hex(BYTES) },
    {
      signal,
      onBytes: (count) => seen.bytes.push(count),
      connected: async () => void (seen.connected += 1),
      pause: async (ms) => void seen.waits.push(ms),
    },
  );
  return { loading, seen };
}

const ok = (bytes = BYTES) => new Response(bytes);
const status = (code: number) => new Response("", { status: code });

test("downloads a file, and tells how much has arrived", async () => {
  const asked = answerWith([ok()]);
  const { loading, seen } = await load();
  expect(await loading).toEqual(BYTES);
  expect(seen).toEqual({ bytes: [6], waits: [], connected: 0 });
  expect(asked[0]).toMatchObject({ cache: "no-store" });
});

test("waits for the server after a cut, and downloads the same file again", async () => {
  answerWith([null, cut(), status(503), status(429), ok()]);
  const { loading, seen } = await load();
  expect(await loading).toEqual(BYTES);
  expect(seen.waits).toEqual([1000, 2000, 4000, 8000]);
  expect(seen.connected).toBe(4);
});

test("does not take a file that is too short, too long or damaged", async () => {
  const long = Uint8Array.of(...BYTES, 7);
  answerWith([ok(BYTES.slice(0, 5)), ok(long), ok(OTHERS), ok()]);
  const { loading, seen } = await load();
  expect(await loading).toEqual(BYTES);
  expect(seen.waits).toHaveLength(3);
});

test.each([404, 410])("says that a file is gone (%i)", async (code) => {
  answerWith([status(code)]);
  expect(await (await load()).loading).toBeNull();
});

test("gives up after eight tries", async () => {
  const asked = answerWith([]);
  await expect((await load()).loading).rejects.toThrow("Failed to fetch");
  expect(asked).toHaveLength(8);
});

test("ends at once when it is stopped", async () => {
  const stopper = new AbortController();
  const asked = answerWith([]);
  stopper.abort();
  const { loading } = await load(stopper.signal);
  await expect(loading).rejects.toThrow(/abort/i);
  expect(asked.length).toBeLessThan(2);
});

test("does not wait for ever for a connection that has died silently", async () => {
  vi.useFakeTimers();
  const { loading, seen } = await loadFromSilence();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(seen.waits).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await loading).toEqual(BYTES);
  expect(seen.waits).toEqual([1000]);
});

/** The first request is never answered. */
function loadFromSilence() {
  let requests = 0;
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => {
    requests += 1;
    if (requests > 1) return Promise.resolve(ok());
    return new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  });
  return load();
}
