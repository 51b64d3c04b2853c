import { afterEach, expect, test, vi } from "vitest";
import { isForLackOfConnection, OutOfReachError } from "../../lib/outOfReach";
import { DelayBook } from "../delay/delayBook";
import { CaptureEngine } from "./captureEngine";

afterEach(() => vi.unstubAllGlobals());

const loadFrom = (answer: () => Promise<Response>) => {
  vi.stubGlobal("fetch", answer);
  return new CaptureEngine(new DelayBook()).loadBeatFile("/files/b1");
};

test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a server that restarts", async () => new Response(null, { status: 502 })],
])("with %s, the beat is out of reach", async (_name, answer) => {
  await expect(loadFrom(answer)).rejects.toBeInstanceOf(OutOfReachError);
});

test("a beat that cannot be loaded without a connection says so", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const noAnswer = () => Promise.reject(new TypeError("Failed to fetch"));
  const error = await loadFrom(noAnswer).catch((e: unknown) => e);
  expect(isForLackOfConnection(error)).toBe(true);
  vi.stubGlobal("navigator", { onLine: true });
  expect(isForLackOfConnection(error)).toBe(false);
});

test("a beat that is gone is not out of reach", async () => {
  const gone = loadFrom(async () => new Response(null, { status: 404 }));
  await expect(gone).rejects.toThrow("beat file answered 404");
});
