/**
 * Explains why the app cannot start. The text is meant for the person who
 * started it and is shown without a stack.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
