import type { BrowserContextOptions } from "@playwright/test";

/**
 * How pages are opened, unless a test wants it otherwise. Without a graphics
 * card, each frame of an animation costs a core.
 */
export const CALM: BrowserContextOptions = { reducedMotion: "reduce" };
