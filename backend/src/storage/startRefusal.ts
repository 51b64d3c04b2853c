/**
 * Stops the server's start with a message for the person who started it: what
 * is wrong and how to fix it. The message is shown without a stack trace.
 */
export class StartRefusal extends Error {
  override readonly name = "StartRefusal";
}
