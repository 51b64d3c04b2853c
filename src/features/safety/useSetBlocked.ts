import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { appPlayer } from "../../audio/player/appPlayer";

interface Person {
  readonly userId: string;
  readonly username: string;
}

/** Returns a function that blocks or unblocks a person. Blocking stops their track. */
export function useSetBlocked() {
  const set = useMutation(api.safety.setBlocked);
  return async ({ userId, username }: Person, isBlocked: boolean) => {
    await set({ userId, isBlocked });
    const isTheirs = appPlayer.getState().track?.artist === username;
    if (isBlocked && isTheirs) appPlayer.close();
  };
}
