/**
 * A mistake in the pushed code. `code` is Convex's own code if the CLI knows one
 * for the mistake.
 */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
