import { useEffect, useState } from "react";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { logFailure } from "../../../lib/logFailure";
import { loadTray } from "../loadTray";
import { hasOutboxEntries } from "../outboxDatabase";
import { onOutboxWanted } from "../wanted";

const Tray = onDemand(loadTray, { isQuiet: true });

/**
 * The place of the outbox's tray, whose code loads with the first take that is sent, or if an
 * earlier visit left some. Only the database knows that for sure: browsers write localStorage late,
 * so a mark there may not survive a crash.
 */
export function OutboxSlot({ userId }: { userId: string }) {
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => {
    let isGone = false;
    hasOutboxEntries()
      .then((isStored) => {
        if (isStored && !isGone) setIsWanted(true);
      })
      .catch((error: unknown) => logFailure("counting entries failed", error));
    const stop = onOutboxWanted(() => setIsWanted(true));
    return () => {
      isGone = true;
      stop();
    };
  }, []);

  return isWanted && <Tray userId={userId} />;
}
