/** Thrown if a function must run again with globals and modules of its own. */
export class RunsAlone extends Error {
  readonly #isOne = true;

  /**
   * Unlike `instanceof`, this runs no code of the app, whatever the app has
   * thrown.
   */
  static is(thrown: unknown): thrown is RunsAlone {
    return typeof thrown === "object" && thrown !== null && #isOne in thrown;
  }
}
