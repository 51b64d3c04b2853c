import { useConvex, useConvexAuth } from "convex/react";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { appPlayer } from "../../audio/player/appPlayer";
import { useCan } from "../../hooks/useCan";
import { useConnection } from "../../hooks/useConnection";
import { dropKeptOfOthers } from "../../lib/kept/keptCaches";
import { dropGoneSounds } from "../../lib/kept/keptSounds";
import { logFailure } from "../../lib/logFailure";
import { savesData } from "../../lib/whenIdle";
import { firstQueries } from "../../routing/firstQueries";
import { keepAnswers, offerKeptAnswers } from "./keptAnswers";
import { keepPlayedBeats } from "./keepPlayedBeats";
import { registerWorker } from "./registerWorker";

/**
 * Keeps on this device what the app needs to start without a connection: its files, the first
 * content of visited pages, and the beats that a rapper has played. Shows the kept pages while the
 * server cannot be reached.
 */
export function Offline() {
  const client = useConvex();
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search } = useLocation();
  const isLost = useConnection() !== "connected";
  const isRapper = useCan()("verse:create");

  useEffect(() => {
    if (!isLoading) void dropKeptOfOthers();
  }, [isLoading, isAuthenticated]);

  useEffect(() => {
    if (isAuthenticated && !savesData()) void registerWorker();
  }, [isAuthenticated]);

  useEffect(() => {
    if (!isAuthenticated) return;
    return keepAnswers(client, firstQueries(pathname, search));
  }, [client, isAuthenticated, pathname, search]);

  useEffect(
    () => (isRapper && !savesData() ? keepPlayedBeats(appPlayer) : undefined),
    [isRapper],
  );

  useEffect(() => {
    if (!isLost) return;
    offerKeptAnswers(firstQueries(pathname, search)).catch((error: unknown) =>
      logFailure("reading what this device has kept failed", error),
    );
  }, [isLost, pathname, search]);

  useEffect(() => {
    if (isAuthenticated && !isLost) void dropGoneSounds();
  }, [isAuthenticated, isLost]);

  return null;
}
