import { onDemand } from "../../components/OnDemand/onDemand";
import { wait } from "../../lib/wait";
import { SETTLED_MS } from "../../lib/whenIdle";

/**
 * What works without a connection. It loads at once if there is none, and otherwise late. It loads
 * even for people who save data: it removes what was kept before. Where it is switched off, it
 * removes everything.
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

/** Set by the build: absent in development, and false where the operator has switched it off. */
export const OfflineSlot = () =>
  import.meta.env.STARTS_OFFLINE !== undefined && <Offline />;
