import { onDemand } from "../../components/OnDemand/onDemand";
import { whenIdle } from "../../lib/whenIdle";

/** What works without a connection. It loads at once if there is none, and else late. */
const Offline = onDemand(
  async () => {
    if (navigator.onLine)
      await new Promise<void>((resolve) => whenIdle(async () => resolve()));
    return (await import("./Offline")).Offline;
  },
  { isQuiet: true },
);

/** Set by the build: absent in development, and false where the operator has switched it off. */
export const OfflineSlot = () =>
  import.meta.env.STARTS_OFFLINE === true && <Offline />;
