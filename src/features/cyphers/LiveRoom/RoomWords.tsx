import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Playing } from "../../../../convex/shared/cyphers";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { lineAt } from "../../../../convex/shared/wordPlan";
import type { ServerClock } from "../../../audio/room/serverClock";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { PublishedLines } from "../../words/PublishedLines/PublishedLines";

interface RoomWordsProps {
  verse: VerseSummary;
  playing: Playing;
  clock: ServerClock;
}

const LOOK_MS = 100;

/** The published words of the verse that the room hears. */
export function RoomWords({ verse, playing, clock }: RoomWordsProps) {
  const result = useLiveQuery({
    query: api.words.get,
    args: { verseId: verse.id },
  });
  const words = result.status === "success" ? result.data : null;
  const lines = words?.lines;
  const zeroAt = playing.startsAt - (verse.section?.atMs ?? 0);
  const [heard, setHeard] = useState<number | undefined>();
  useEffect(() => {
    if (!lines) return undefined;
    const look = () => {
      const now = clock.now();
      if (now !== null) setHeard(lines[lineAt(lines, now - zeroAt)]?.line);
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [lines, clock, zeroAt]);
  return (
    words && (
      <PublishedLines words={words} {...(heard !== undefined && { heard })} />
    )
  );
}
