import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";

/** Returns a function that blocks or unblocks a person. */
export function useSetBlocked() {
  const set = useMutation(api.safety.setBlocked);
  return async ({ userId }: { userId: string }, isBlocked: boolean) => {
    await set({ userId, isBlocked });
  };
}
