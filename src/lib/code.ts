import { OutOfReachError } from "./outOfReach";

/**
 * Firefox keeps a failed import until the page is loaded again. Without a network it is therefore
 * not tried, unless a service worker has the files.
 */
const KEEPS_FAILURES = /Gecko\/.*Firefox\//;

/** A part of the app that loads when it is needed, and once. */
export class Code<Part> {
  readonly #import: () => Promise<Part>;
  #loaded: Part | null = null;

  constructor(importPart: () => Promise<Part>) {
    this.#import = importPart;
  }

  /** Null until it has loaded. */
  get loaded(): Part | null {
    return this.#loaded;
  }

  /** Can be called again after it has failed. */
  async load(): Promise<Part> {
    const { onLine, serviceWorker, userAgent } = navigator;
    // Absent where the connection is not secure.
    const isStored = Boolean(serviceWorker?.controller);
    if (!onLine && !isStored && KEEPS_FAILURES.test(userAgent)) {
      throw new OutOfReachError();
    }
    this.#loaded ??= await this.#import();
    return this.#loaded;
  }
}
