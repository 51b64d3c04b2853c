/** A mistake in the pushed code. `code` is Convex's where the CLI knows one. */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
