import { onDemand } from "../../components/OnDemand/onDemand";
import { wait } from "../../lib/wait";
import { SETTLED_MS } from "../../lib/whenIdle";

/**
 * Everything that works without a connection. The code loads at once if there is no connection, and
 * otherwise late. It loads even for people who save data, because it removes old stored data. If
 * the feature is switched off, it removes all stored data.
 */
const Offline = onDemand(
  async () => {
    if (navigator.onLine) await wait(SETTLED_MS);
    return import.meta.env.STARTS_OFFLINE === true
      ? (await import("./Offline")).Offline
      : (await import("./SwitchedOff")).SwitchedOff;
  },
  { isQuiet: true },
);

/**
 * The build sets the variable: it is absent in development, and false if the operator has switched
 * the feature off.
 */
export const OfflineSlot = () =>
  import.meta.env.STARTS_OFFLINE !== undefined && <Offline />;
