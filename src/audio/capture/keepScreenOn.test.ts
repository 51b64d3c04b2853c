// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { Scope } from "../../lib/scope";
import { keepScreenOn } from "./keepScreenOn";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function browserWithLocks() {
  const locks: { release: () => void; isReleased: boolean }[] = [];
  const request = vi.fn(async () => {
    const lock = {
      isReleased: false,
      release: () => {
        lock.isReleased = true;
      },
    };
    locks.push(lock);
    return lock;
  });
  vi.stubGlobal("navigator", { wakeLock: { request } });
  return { locks, request };
}

function turnPage(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("asks again when the person comes back during the take", () => {
  const { request } = browserWithLocks();
  const scope = new Scope();
  keepScreenOn(scope);
  turnPage("hidden");
  expect(request).toHaveBeenCalledTimes(1);
  turnPage("visible");
  expect(request).toHaveBeenCalledTimes(2);
  scope.dispose();
});

test("lets the screen go at the end of the take", async () => {
  const { locks, request } = browserWithLocks();
  const scope = new Scope();
  keepScreenOn(scope);
  turnPage("visible");
  scope.dispose();
  await settled();
  expect(locks.map(({ isReleased }) => isReleased)).toEqual([true, true]);
  turnPage("visible");
  expect(request).toHaveBeenCalledTimes(2);
});

test("a refusal does not matter", async () => {
  const { request } = browserWithLocks();
  request.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const scope = new Scope();
  keepScreenOn(scope);
  scope.dispose();
  await settled();
});

test("does nothing in a browser that cannot keep the screen on", () => {
  vi.stubGlobal("navigator", {});
  expect(() => keepScreenOn(new Scope())).not.toThrow();
});
