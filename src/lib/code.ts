import { OutOfReachError } from "./outOfReach";

/**
 * Firefox remembers a failed import until the page is reloaded. So without a network the import is
 * not tried, unless a service worker has the files.
 */
const KEEPS_FAILURES = /Gecko\/.*Firefox\//;

/** A part of the app that is loaded once, when it is first needed. */
export class Code<Part> {
  readonly #import: () => Promise<Part>;
  #loaded: Part | null = null;

  constructor(importPart: () => Promise<Part>) {
    this.#import = importPart;
  }

  /** Null until the part has loaded. */
  get loaded(): Part | null {
    return this.#loaded;
  }

  /** Loads the part. May be called again after a failure. */
  async load(): Promise<Part> {
    const { onLine, serviceWorker, userAgent } = navigator;
    // Absent on insecure connections.
    const isStored = Boolean(serviceWorker?.controller);
    if (!onLine && !isStored && KEEPS_FAILURES.test(userAgent)) {
      throw new OutOfReachError();
    }
    this.#loaded ??= await this.#import();
    return this.#loaded;
  }
}
