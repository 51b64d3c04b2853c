// @vitest-environment jsdom
import { ConvexError } from "convex/values";
import { expect, test, vi } from "vitest";
import { MESSAGES, type ErrorCode } from "../../../convex/shared/messages";
import type { UploadState } from "../../../convex/shared/uploads";
import { pause as realPause } from "../pause";
import type { Piece, PieceServer, StorageId, UploadId } from "./pieceServer";
import { sendInPieces } from "./sendInPieces";
import { sha256Hex } from "./sha256Hex";

const SIZE = 100_000;
const PIECE = 32_768;
const bytes = Uint8Array.from({ length: SIZE }, (_, n) => (n * 7) % 251);
const file = new Blob([bytes], { type: "audio/webm" });

const refusal = (code: ErrorCode, more = {}) =>
  new ConvexError({ code, message: MESSAGES[code], ...more });
const cut = () => new TypeError("Failed to fetch");

/** A server in memory. `fail` may throw before or after a piece is stored. */
function makeServer(fail: (call: number, isKept: boolean) => void = () => {}) {
  const kept = new Map<number, Uint8Array>();
  const sent: number[] = [];
  let uploads = 0;
  let isOver = false;
  const state = (): UploadState => ({
    uploadId: `upload${uploads}` as UploadId,
    sizeBytes: SIZE,
    pieceBytes: PIECE,
    received: [...kept.keys()].sort((a, b) => a - b),
    storageId: null,
    publishedAs: null,
  });
  const server = {
    begin: vi.fn<PieceServer["begin"]>(async () => {
      if (isOver) kept.clear();
      isOver = false;
      uploads += 1;
      return state();
    }),
    get: vi.fn<PieceServer["get"]>(async () => (isOver ? null : state())),
    send: async ({ index, body, sha256 }: Piece) => {
      sent.push(index);
      fail(sent.length, false);
      expect(await sha256Hex(body)).toBe(sha256);
      kept.set(index, new Uint8Array(await body.arrayBuffer()));
      fail(sent.length, true);
    },
    join: vi.fn<PieceServer["join"]>(async () => {
      const order = [...kept].sort(([a], [b]) => a - b);
      const whole = new Blob(order.map(([, part]) => part.slice()));
      expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
      return "file" as StorageId;
    }),
    cancel: async () => null,
  };
  const end = () => {
    isOver = true;
  };
  return { server, sent, end };
}

function run(server: PieceServer, signal = new AbortController().signal) {
  const percents: number[] = [];
  const waits: number[] = [];
  const sending = sendInPieces(server, file, {
    ...{ kind: "verses", signal },
    onProgress: (percent) => percents.push(percent),
    pause: async (ms) => void waits.push(ms),
  });
  return { sending, percents, waits };
}

test("sends every piece once and counts what the server has confirmed", async () => {
  const { server, sent } = makeServer();
  const { sending, percents, waits } = run(server);
  expect(await sending).toEqual({ uploadId: "upload1", storageId: "file" });
  expect(sent).toEqual([0, 1, 2, 3]);
  expect(percents).toEqual([0, 32, 65, 98, 100]);
  expect(waits).toEqual([]);
  expect(server.begin.mock.lastCall?.[0]).toEqual({
    kind: "verses",
    contentType: "audio/webm",
    sizeBytes: SIZE,
    sha256: await sha256Hex(file),
  });
});

test("after a cut, sends only the piece that was lost", async () => {
  const { server, sent } = makeServer((call, isKept) => {
    if (call === 2 && !isKept) throw cut();
  });
  const { sending, waits } = run(server);
  await sending;
  expect(sent).toEqual([0, 1, 1, 2, 3]);
  expect(waits).toEqual([1000]);
  expect(server.begin).toHaveBeenCalledTimes(1);
});

test("does not send a piece again whose answer was lost", async () => {
  const { server, sent } = makeServer((call, isKept) => {
    if (call === 2 && isKept) throw cut();
  });
  await run(server).sending;
  expect(sent).toEqual([0, 1, 2, 3]);
});

test("waits longer each time, and gives up if pieces keep failing", async () => {
  const { server, sent } = makeServer((call) => {
    if (call > 1) throw cut();
  });
  const { sending, waits, percents } = run(server);
  await expect(sending).rejects.toThrow("Failed to fetch");
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16000]);
  expect(sent).toHaveLength(7);
  expect(Math.max(...percents)).toBe(32);
});

test("waits without end while the server cannot be reached", async () => {
  const controller = new AbortController();
  const { server } = makeServer(() => {
    throw cut();
  });
  server.get.mockReturnValue(new Promise(() => undefined));
  const { sending } = run(server, controller.signal);
  await expect.poll(() => server.get).toHaveBeenCalledTimes(1);
  controller.abort();
  await expect(sending).rejects.toMatchObject({ name: "AbortError" });
});

test("waits for a rate limit as long as the server says", async () => {
  const { server } = makeServer((call) => {
    if (call === 1) throw refusal("RATE_LIMITED", { retryAfterMs: 5000 });
  });
  const { sending, waits } = run(server);
  await sending;
  expect(waits).toEqual([5000]);
});

test("does not wait for an hour", async () => {
  const { server } = makeServer(() => {
    throw refusal("RATE_LIMITED", { retryAfterMs: 3_600_000 });
  });
  await expect(run(server).sending).rejects.toMatchObject({
    data: { code: "RATE_LIMITED" },
  });
});

test("begins again if the upload has expired", async () => {
  const { server, sent, end } = makeServer((call) => {
    if (call !== 3) return;
    end();
    throw refusal("FILE_NOT_FOUND");
  });
  expect(await run(server).sending).toMatchObject({ uploadId: "upload2" });
  expect(sent).toEqual([0, 1, 2, 0, 1, 2, 3]);
});

test.each(["STORAGE_FULL", "UPLOAD_DAMAGED", "SUSPENDED"] as const)(
  "reports %s at once",
  async (code) => {
    const { server } = makeServer();
    server.join.mockRejectedValue(refusal(code));
    const { sending, waits } = run(server);
    await expect(sending).rejects.toMatchObject({ data: { code } });
    expect(waits).toEqual([]);
  },
);

test("joins again if the answer was lost", async () => {
  const { server } = makeServer();
  server.join.mockRejectedValueOnce(
    new Error("Connection lost while action was in flight"),
  );
  await run(server).sending;
  expect(server.join).toHaveBeenCalledTimes(2);
});

test("a pause ends early once the browser is online", async () => {
  const { signal } = new AbortController();
  const paused = realPause(3_600_000, signal);
  window.dispatchEvent(new Event("online"));
  await paused;
  const aborted = AbortSignal.abort();
  await expect(realPause(1, aborted)).rejects.toMatchObject({
    name: "AbortError",
  });
});
