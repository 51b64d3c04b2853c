import { api } from "../../../../convex/_generated/api";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { lineAt } from "../../../../convex/shared/wordPlan";
import type { ServerClock } from "../../../audio/room/serverClock";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { PublishedLines } from "../../words/PublishedLines/PublishedLines";
import { useOnClock } from "./useServerSecond";

interface RoomWordsProps {
  verse: VerseSummary;
  /** The server's time at which the verse's file starts, in ms. */
  fromAt: number;
  clock: ServerClock;
}

const LOOK_MS = 100;

/** Shows the published words of the verse that is heard in the room. */
export function RoomWords({ verse, fromAt, clock }: RoomWordsProps) {
  const result = useLiveQuery({
    query: api.words.get,
    args: { verseId: verse.id },
  });
  const words = result.status === "success" ? result.data : null;
  const lines = words?.lines;
  const heard = useOnClock(() => {
    const now = clock.now();
    if (!lines || now === null) return null;
    return lines[lineAt(lines, now - fromAt)]?.line ?? null;
  }, LOOK_MS);
  return (
    words && <PublishedLines words={words} {...(heard !== null && { heard })} />
  );
}
