/** Something that has to come from the server did not arrive. Asking again may help. */
export class OutOfReachError extends Error {
  constructor(cause?: unknown) {
    super("the server is out of reach", { cause });
  }
}

/** Waits for something from the server. Rejects with an `OutOfReachError` if it does not arrive. */
export async function reached<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new OutOfReachError(error);
  }
}
