import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(cleanup);

// Left alone, a second: too short where every core is at work.
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

// jsdom has none of these; Mantine asks for them.
Object.assign(window, {
  matchMedia: noMatch,
  ResizeObserver: SilentResizeObserver,
});
Object.assign(window.HTMLElement.prototype, { scrollIntoView: () => {} });
