/** A failure to show to the operator without a stack trace. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
