/** Something that has to come from the server did not arrive. Asking again may help. */
export class OutOfReachError extends Error {
  constructor(cause?: unknown) {
    super("the server is out of reach", { cause });
  }
}

/**
 * Whether a failure is due to the connection: what Convex and `fetch` throw without one. Both say
 * the same for other reasons too, so the device has to be offline.
 */
export function isForLackOfConnection(error: unknown): boolean {
  if (navigator.onLine !== false) return false;
  if (error instanceof OutOfReachError || error instanceof TypeError)
    return true;
  return error instanceof Error && error.message.startsWith("Connection lost");
}

/** Waits for something from the server. Rejects with an `OutOfReachError` if it does not arrive. */
export async function reached<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new OutOfReachError(error);
  }
}
