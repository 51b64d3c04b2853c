/** Selector of the elements that people press. */
const KEYS = "button, a[href], summary, label";
/** If the pointer moves farther than this between down and up, the press does not count. */
const STILL_PX = 10;

interface Press {
  readonly key: HTMLElement;
  readonly x: number;
  readonly y: number;
}

let press: Press | null = null;

/**
 * Saves presses that the page would lose. A note that appears late may move a button after the
 * finger has gone down on it and before it comes up. Browsers then click the element that is now
 * under the finger, or a common parent. Here the press counts for the button on which it began.
 */
export function keepPresses(): void {
  window.addEventListener("pointerdown", begin, true);
  window.addEventListener("pointercancel", forget, true);
  window.addEventListener("click", end, true);
}

function begin({ target, clientX: x, clientY: y }: PointerEvent): void {
  const key = target instanceof Element ? target.closest(KEYS) : null;
  press = key instanceof HTMLElement ? { key, x, y } : null;
}

function forget(): void {
  press = null;
}

function end(event: MouseEvent): void {
  const began = press;
  forget();
  // Clicks by scripts and keyboards have no pointer and are left alone.
  if (began === null || !event.isTrusted || event.detail === 0) return;
  const { key, x, y } = began;
  if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) return;
  if (event.composedPath().includes(key) || !key.isConnected) return;
  const { left, right, top, bottom } = key.getBoundingClientRect();
  // The button has not moved but is covered, for example by a dialog.
  if (left <= x && x <= right && top <= y && y <= bottom) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  key.click();
}
