/**
 * The executor ended after it had received a call and before it answered. The
 * call may have taken effect, so it is not repeated. The message is meant for
 * the caller.
 */
export class OutcomeUnknownError extends Error {
  override readonly name = "OutcomeUnknownError";

  constructor(what: string) {
    super(
      `It is unknown whether ${what} has run: the server lost its answer. Check before you call it again.`,
    );
  }
}
