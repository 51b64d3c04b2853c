/** What people press. */
const KEYS = "button, a[href], summary, label";
/** A finger that has gone farther has changed its mind. */
const STILL_PX = 10;

interface Press {
  readonly key: HTMLElement;
  readonly x: number;
  readonly y: number;
}

let press: Press | null = null;

/**
 * Keeps presses that the page would lose. A note that comes late moves what stands below it, perhaps
 * between the moments at which a finger goes down and comes up. Browsers then click whatever has
 * come under the finger, or what surrounds both. Here the press counts for the key on which it began.
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
  // Scripts and keyboards click without a pointer.
  if (began === null || !event.isTrusted || event.detail === 0) return;
  const { key, x, y } = began;
  if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) return;
  if (event.composedPath().includes(key) || !key.isConnected) return;
  const { left, right, top, bottom } = key.getBoundingClientRect();
  // Something else covers it, such as a dialog.
  if (left <= x && x <= right && top <= y && y <= bottom) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  key.click();
}
