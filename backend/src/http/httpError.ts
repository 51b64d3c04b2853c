/**
 * An error whose message is meant for the caller. It is sent as `{code,
 * message}` with `status`.
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly code: string;
  /** True if the rest of the request should not be read. */
  readonly closesConnection: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    { closesConnection = false } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.closesConnection = closesConnection;
  }
}
