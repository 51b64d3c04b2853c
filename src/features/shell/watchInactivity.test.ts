import { beforeEach, expect, it, vi } from "vitest";
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

it("asks again after more than five idle minutes", () => {
  watch();
  happens("focus", timeoutMs + 1);
  expect(onReturn).toHaveBeenCalledOnce();
});

it("does not ask at exactly five minutes, nor twice for one absence", () => {
  watch();
  happens("focus", timeoutMs);
  expect(onReturn).not.toHaveBeenCalled();
  happens("focus", timeoutMs + 1);
  expect(onReturn).not.toHaveBeenCalled();
});

it.each(["mousemove", "keydown", "touchstart"])(
  "%s counts as a sign of life",
  (name) => {
    watch();
    happens(name, timeoutMs);
    happens("focus", timeoutMs * 2);
    expect(onReturn).not.toHaveBeenCalled();
  },
);

it("stops when told to", () => {
  const stop = watch();
  stop();
  happens("focus", timeoutMs * 3);
  expect(onReturn).not.toHaveBeenCalled();
});
