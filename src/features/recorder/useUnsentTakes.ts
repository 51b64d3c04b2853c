import { useCallback, useEffect, useState } from "react";
import { appTakeStore } from "../../audio/studio/storing/appTakeStore";
import { claimedTakeIds, claimReleased } from "../../audio/store/takeClaims";
import type { StoredTake } from "../../audio/store/takeStore";
import { useViewer } from "../../hooks/useViewer";
import { logFailure } from "../../lib/logFailure";

interface Takes {
  /** Takes that no tab has open. */
  readonly unsent: readonly StoredTake[];
  readonly open: readonly StoredTake[];
}

const NONE: Takes = { unsent: [], open: [] };

/**
 * The viewer's unsent takes over a beat in this browser. Looks again when another tab releases a
 * take, and whenever `visit` changes.
 */
export function useUnsentTakes(beatId: string, visit: string) {
  const userId = useViewer()?.userId;
  const [takes, setTakes] = useState(NONE);

  const refresh = useCallback(async () => {
    if (userId === undefined) return;
    try {
      setTakes(await readTakes(userId, beatId));
    } catch (error) {
      logFailure("reading unsent takes failed", error);
    }
  }, [userId, beatId]);

  useEffect(() => {
    const reading = Promise.resolve().then(refresh);
    void reading;
  }, [refresh, visit]);

  // A take counts as unsent once the tab or dialog that had it open has closed.
  useEffect(() => {
    const controller = new AbortController();
    for (const take of takes.open) {
      claimReleased(take.id, controller.signal).then(refresh, () => undefined);
    }
    return () => controller.abort();
  }, [takes, refresh]);

  const discard = async (takeId: string) => {
    await appTakeStore.remove(takeId);
    await refresh();
  };
  return { takes: takes.unsent, discard };
}

async function readTakes(userId: string, beatId: string): Promise<Takes> {
  const [stored, claimed] = await Promise.all([
    appTakeStore.list(userId, beatId),
    claimedTakeIds(),
  ]);
  return {
    unsent: stored.filter((take) => !claimed.has(take.id)),
    open: stored.filter((take) => claimed.has(take.id)),
  };
}
