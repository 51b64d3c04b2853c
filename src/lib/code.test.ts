import { afterEach, expect, test, vi } from "vitest";
import { Code } from "./code";
import { OutOfReachError } from "./outOfReach";

const FIREFOX =
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

afterEach(() => {
  vi.unstubAllGlobals();
});

const stubBrowser = (userAgent: string, onLine: boolean) =>
  vi.stubGlobal("navigator", { userAgent, onLine });

test("loads once, after failures too", async () => {
  stubBrowser(CHROME, true);
  const load = vi.fn<() => Promise<string>>().mockResolvedValue("part");
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const code = new Code(load);
  await expect(code.load()).rejects.toThrow("Failed to fetch");
  expect(code.loaded).toBeNull();
  expect(await code.load()).toBe("part");
  expect(await code.load()).toBe("part");
  expect(code.loaded).toBe("part");
  expect(load).toHaveBeenCalledTimes(2);
});

test("tries without a network, where the browser may have the file", async () => {
  stubBrowser(CHROME, false);
  const code = new Code(() => Promise.resolve("part"));
  expect(await code.load()).toBe("part");
});

test("waits for a network in Firefox, which would keep the failure", async () => {
  stubBrowser(FIREFOX, false);
  const load = vi.fn(() => Promise.resolve("part"));
  const code = new Code(load);
  await expect(code.load()).rejects.toThrow(OutOfReachError);
  expect(load).not.toHaveBeenCalled();
  stubBrowser(FIREFOX, true);
  expect(await code.load()).toBe("part");
});

test("tries without a network in Firefox too, where a service worker has the files", async () => {
  vi.stubGlobal("navigator", {
    ...{ userAgent: FIREFOX, onLine: false },
    serviceWorker: { controller: {} },
  });
  const code = new Code(() => Promise.resolve("part"));
  expect(await code.load()).toBe("part");
});
