/**
 * Makes a realm (set of global objects) that calls share unchangeable: everything
 * that exists when it is sealed stays as it is. A call that tries to change
 * something gets an error, and the engine runs it again in its own realm.
 */
export interface Seal {
  /** Seals the realm. `found` are heap objects that cannot be reached by name. */
  readonly seal: (found: readonly object[]) => void;
  /**
   * Restores the bytes of buffers and the positions of regular expressions, which
   * cannot be frozen. Returns true if any of them had changed.
   */
  readonly restore: () => boolean;
  /** True for errors that an attempt to change the sealed realm causes. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Must be called before shared state changes; throws once the realm is sealed. */
  readonly change: () => void;
  /** True once the realm is sealed. */
  readonly haveBegun: () => boolean;
}
