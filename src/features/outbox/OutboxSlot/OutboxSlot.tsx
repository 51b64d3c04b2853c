import { useSyncExternalStore } from "react";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { loadTray } from "../loadTray";
import { isOutboxWanted, onOutboxWanted } from "../wanted";

const Tray = onDemand(loadTray, { isQuiet: true });

let wasWanted = isOutboxWanted();
const subscribe = (listener: () => void) =>
  onOutboxWanted(() => {
    wasWanted = true;
    listener();
  });

/** The place of the outbox's tray, which loads with the first take that is sent. */
export function OutboxSlot({ userId }: { userId: string }) {
  const isWanted = useSyncExternalStore(subscribe, () => wasWanted);
  return isWanted && <Tray userId={userId} />;
}
