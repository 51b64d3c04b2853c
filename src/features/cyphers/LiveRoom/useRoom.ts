import { useState } from "react";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import { ServerClock } from "../../../audio/room/serverClock";
import { roomVerses } from "./roomScore";
import { usePresence } from "./usePresence";
import { useHasPassed } from "./useServerSecond";

interface Reader {
  readonly isMember: boolean;
  readonly isInLine: boolean;
}

/**
 * Returns whether a cypher is open or announced, whether the viewer is in its room, and whether
 * there is anything to hear. The last verse ends a cypher before anybody has heard that verse, so
 * the room stays open until the verse is over.
 */
export function useRoom(cypher: CypherPage, { isMember, isInLine }: Reader) {
  const { id: cypherId, isOpen, startsAt } = cypher;
  const [clock] = useState(() => new ServerClock());
  const [isRefused, setRefused] = useState(false);
  const lastAt = Math.max(0, ...roomVerses(cypher).map(({ toAt }) => toAt));
  const isOver = useHasPassed(clock, lastAt);
  const isGoing = isOpen || startsAt !== null;
  const mayEcho = lastAt > 0 && isOver !== true && !isRefused;
  const isIn = isMember && (isGoing || mayEcho);
  usePresence({
    ...{ clock, cypherId, isIn, isInLine, isOpen, onRefused: setRefused },
  });
  return {
    ...{ clock, isGoing, isIn },
    isWanted: isMember && (isOpen || (!isGoing && isOver === false)),
  };
}
