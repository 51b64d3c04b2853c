/** A mistake in the pushed code, with the code the CLI may know it by. */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
