import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { PATIENCE_MS } from "../../../hooks/useConnection";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ConnectionBanner.module.css";

export function ConnectionBanner() {
  const { isWebSocketConnected } = useConvexConnectionState();
  return isWebSocketConnected ? null : <LostConnection />;
}

/** Mounted while disconnected, so that each interruption starts its own timer. */
function LostConnection() {
  const { reconnecting } = useTexts("shell");
  const [isLong, setIsLong] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div role="status" aria-live="polite">
      {isLong && (
        <div className={classes.banner}>
          <span className={classes.dot} aria-hidden="true" />
          {reconnecting}
        </div>
      )}
    </div>
  );
}
