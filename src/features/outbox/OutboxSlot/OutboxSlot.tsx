import { useEffect, useState } from "react";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useIsFound } from "../../../hooks/useIsFound";
import { loadTray } from "../loadTray";
import { hasOutboxEntries } from "../outboxDatabase";
import { onOutboxWanted } from "../wanted";

const Tray = onDemand(loadTray, { isQuiet: true });

/**
 * Shows the outbox's tray. The tray's code loads with the first take that is sent, or if an earlier
 * visit left some takes. Only the database knows that for sure: browsers write localStorage late,
 * so a mark there may not survive a crash.
 */
export function OutboxSlot({ userId }: { userId: string }) {
  const isStored = useIsFound(hasOutboxEntries);
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => onOutboxWanted(() => setIsWanted(true)), []);

  return (isStored || isWanted) && <Tray userId={userId} />;
}
