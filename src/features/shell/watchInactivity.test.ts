import { beforeEach, expect, test, vi } from "vitest";
import { watchInactivity } from "./watchInactivity";

const timeoutMs = 300_000;
let now = 0;
let target: EventTarget;
const onReturn = vi.fn();

beforeEach(() => {
  now = 0;
  target = new EventTarget();
  onReturn.mockReset();
});

const watch = () => watchInactivity(target, timeoutMs, () => now, onReturn);
const happens = (name: string, at: number) => {
  now = at;
  target.dispatchEvent(new Event(name));
};

test("calls back after more than five idle minutes", () => {
  watch();
  happens("focus", timeoutMs + 1);
  expect(onReturn).toHaveBeenCalledOnce();
});

test("does not call back at exactly five minutes", () => {
  watch();
  happens("focus", timeoutMs);
  expect(onReturn).not.toHaveBeenCalled();
  happens("focus", timeoutMs + 1);
  expect(onReturn).not.toHaveBeenCalled();
});

test.each(["mousemove", "keydown", "touchstart"])(
  "counts %s as activity",
  (name) => {
    watch();
    happens(name, timeoutMs);
    happens("focus", timeoutMs * 2);
    expect(onReturn).not.toHaveBeenCalled();
  },
);

test("stops when unsubscribed", () => {
  const stop = watch();
  stop();
  happens("focus", timeoutMs * 3);
  expect(onReturn).not.toHaveBeenCalled();
});
