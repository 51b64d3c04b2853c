/** An error whose message is shown to the operator, without a stack trace. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
