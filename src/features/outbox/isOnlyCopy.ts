import type { TakeStore } from "../../audio/store/takeStore";
import type { OutboxEntry } from "./entry";

/** Returns whether a take would be lost with its entry, because this device has no other copy. */
export async function isOnlyCopy(
  store: Pick<TakeStore, "listAll">,
  { id, userId, isKept = true }: OutboxEntry,
): Promise<boolean> {
  if (!isKept) return true;
  const stored = await store.listAll(userId).catch(() => []);
  return stored.every((take) => take.id !== id);
}
