import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { startWorker } from "./startWorker.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const dataUrl = (text: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(text)}`);

const PRELOADED = dataUrl(`globalThis.preloaded = "yes";`);
const ENTRY = dataUrl(`
import { parentPort, workerData } from "node:worker_threads";
parentPort.postMessage([globalThis.preloaded, workerData]);
`);

test.each(["with", "without"])(
  "a worker %s a compile cache gets its preloaded modules and its data",
  async (cache) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "workers-"));
    vi.stubEnv("NODE_COMPILE_CACHE", cache === "with" ? folder.path : "");
    const worker = startWorker(ENTRY, {
      execArgv: ["--import", PRELOADED.href],
      workerData: 7,
    });
    expect(await once(worker, "message")).toEqual([["yes", 7]]);
    await worker.terminate();
  },
);

test("an entry that throws reports its error", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "workers-"));
  vi.stubEnv("NODE_COMPILE_CACHE", folder.path);
  const worker = startWorker(dataUrl(`throw new Error("broken");`), {});
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  const [error] = (await once(worker, "error")) as [Error];
  // Until it has ended, the worker may write to the folder.
  await ended;
  expect(error.message).toBe("broken");
});
