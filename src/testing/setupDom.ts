import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

class SilentResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const noMatch = (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});

/** Gives a test file an empty page, because several files use the same page one after another. */
export function setUpPage(): void {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  afterEach(cleanup);
  // Mantine needs these; jsdom has none of them.
  Object.assign(window, {
    matchMedia: noMatch,
    ResizeObserver: SilentResizeObserver,
  });
  Object.assign(document, { fonts: new EventTarget() });
  Object.assign(window.HTMLElement.prototype, { scrollIntoView: () => {} });
}
