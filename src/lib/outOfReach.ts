/** Something that must come from the server did not arrive. Asking again may help. */
export class OutOfReachError extends Error {
  constructor(cause?: unknown) {
    super("the server is out of reach", { cause });
  }
}

/**
 * Returns whether a failure is due to a lost connection. Convex and `fetch` throw the same errors
 * for other reasons too, so the device must also be offline.
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
