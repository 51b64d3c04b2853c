import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ConnectionBanner.module.css";

/** A blink of the line is nobody's business; only a longer gap is told. */
const patienceMs = 1_500;

export function ConnectionBanner() {
  const { isWebSocketConnected } = useConvexConnectionState();
  return isWebSocketConnected ? null : <LostConnection />;
}

/** Mounted while the line is down, so that each gap starts its own patience. */
function LostConnection() {
  const { reconnecting } = useTexts("shell");
  const [isLong, setIsLong] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), patienceMs);
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
