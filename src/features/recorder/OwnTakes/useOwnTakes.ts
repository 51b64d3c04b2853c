import { useCallback, useEffect, useState } from "react";
import { claimedTakeIds } from "../../../audio/store/takeClaims";
import type { StoredTake } from "../../../audio/store/takeStore";
import {
  appStemStore,
  appTakeStore,
} from "../../../audio/studio/storing/appTakeStore";
import { measureTake } from "../../../audio/studio/storing/takeShelf";
import { logFailure } from "../../../lib/logFailure";

const STORES = { store: appTakeStore, stems: appStemStore };

export interface OwnTake extends StoredTake {
  /** Size of the take; measured here if the recorder was cut off before it could store the size. */
  readonly bytes: number;
}

/**
 * All takes of a person on this device, newest first, except those that a recorder has open. Looks
 * for takes again whenever `visit` changes.
 */
export function useOwnTakes(userId: string, visit: string) {
  const [takes, setTakes] = useState<readonly OwnTake[]>([]);

  const refresh = useCallback(async () => {
    try {
      setTakes(await readTakes(userId));
    } catch (error) {
      logFailure("reading the takes on this device failed", error);
    }
  }, [userId]);

  useEffect(() => {
    const reading = Promise.resolve().then(refresh);
    void reading;
  }, [refresh, visit]);

  const discard = async (takeId: string) => {
    await appTakeStore.remove(takeId);
    await refresh();
  };
  return { takes, discard };
}

async function readTakes(userId: string): Promise<OwnTake[]> {
  const [takes, claimed] = await Promise.all([
    appTakeStore.listAll(userId),
    claimedTakeIds(),
  ]);
  const free = takes.filter(({ id }) => !claimed.has(id));
  return Promise.all(
    free.map(async (take) => ({
      ...take,
      bytes: take.bytes ?? (await measureTake(STORES, take.id)).bytes,
    })),
  );
}
