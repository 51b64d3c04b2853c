/**
 * Returns true if this site can store another `bytes`, or if the browser does not
 * say: Safari before 17 has no `estimate`, and plain http has no `storage`.
 */
export async function hasRoomFor(bytes: number): Promise<boolean> {
  const room = await roomBytes();
  return room === null || room > bytes;
}

async function roomBytes(): Promise<number | null> {
  try {
    // Some browsers lack `storage` or `estimate`, whatever the types say.
    const storage: Partial<StorageManager> | undefined = navigator.storage;
    const { quota, usage = 0 } = (await storage?.estimate?.()) ?? {};
    return quota === undefined ? null : quota - usage;
  } catch {
    return null;
  }
}
