import type { BrowserContextOptions } from "@playwright/test";

/**
 * How pages are opened unless a test asks for something else. Without a
 * graphics card, each frame of an animation takes a whole core.
 */
export const CALM: BrowserContextOptions = { reducedMotion: "reduce" };
