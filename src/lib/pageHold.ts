import { Listeners } from "./listeners";

/**
 * Holds keep the page on the screen when the session ends or is checked again, for example because
 * someone signed out in another tab. The server still checks every action of such a page.
 */
const listeners = new Listeners();
let holds = 0;

/** Holds the page until the returned function is called. */
export function holdPage(): () => void {
  holds += 1;
  listeners.tell();
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    holds -= 1;
    listeners.tell();
  };
}

export const pageHold = {
  subscribe: listeners.subscribe,
  isHeld: (): boolean => holds > 0,
};
