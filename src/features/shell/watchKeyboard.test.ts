// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchKeyboard } from "./watchKeyboard";

const onChange = vi.fn();
const viewport = Object.assign(new EventTarget(), {
  width: 390,
  height: 844,
  scale: 1,
});
let stop: () => void;

beforeEach(() => {
  Object.assign(viewport, { width: 390, height: 844, scale: 1 });
  document.body.innerHTML = '<input id="text"><input id="box" type="checkbox">';
  onChange.mockReset();
  // The rest of the interface is not used.
  stop = watchKeyboard(document, viewport as VisualViewport, onChange);
});

afterEach(() => stop());

const focus = (id: string) => document.getElementById(id)?.focus();
const resize = (size: Partial<typeof viewport>) => {
  Object.assign(viewport, size);
  viewport.dispatchEvent(new Event("resize"));
};

test("reports a keyboard that opens under a text field, and its end", () => {
  focus("text");
  expect(onChange).not.toHaveBeenCalled();
  resize({ height: 520 });
  expect(onChange.mock.lastCall).toEqual([true]);
  resize({ height: 844 });
  expect(onChange.mock.lastCall).toEqual([false]);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test("takes a smaller window for a keyboard only while a text field has the focus", () => {
  resize({ height: 520 });
  focus("box");
  expect(onChange).not.toHaveBeenCalled();
  focus("text");
  expect(onChange.mock.lastCall).toEqual([true]);
  focus("box");
  expect(onChange.mock.lastCall).toEqual([false]);
});

test.each([
  ["a browser's own bar", { height: 760 }],
  ["zooming", { width: 195, height: 422, scale: 2 }],
  ["turning the phone", { width: 844, height: 390 }],
])("does not take %s for a keyboard", (_what, size) => {
  focus("text");
  resize(size);
  expect(onChange).not.toHaveBeenCalled();
});

test("stops when unsubscribed", () => {
  focus("text");
  stop();
  resize({ height: 520 });
  expect(onChange).not.toHaveBeenCalled();
});
