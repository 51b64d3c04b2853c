import { useConvexConnectionState } from "convex/react";
import { useIsLost, useIsOnline } from "../../../hooks/useConnection";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ConnectionBanner.module.css";

export function ConnectionBanner() {
  const { reconnecting } = useTexts("shell");
  const { noConnection } = useTexts("common");
  const isOnline = useIsOnline();
  const { isWebSocketConnected, hasInflightRequests } =
    useConvexConnectionState();
  const isLost = useIsLost();
  if (isWebSocketConnected && !hasInflightRequests) return null;
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <div className={classes.banner}>
          <span className={classes.dot} aria-hidden="true" />
          {isOnline ? reconnecting : noConnection}
        </div>
      )}
    </div>
  );
}
