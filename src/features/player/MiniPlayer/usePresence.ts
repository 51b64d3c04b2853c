import { api } from "../../../../convex/_generated/api";
import { contentIdOf, type Track } from "../../../audio/player/track";
import { useHidden } from "../../../hooks/useHidden";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useViewer } from "../../../hooks/useViewer";
import { isBeatHidden, isVerseHidden } from "../../safety/hiding";

/** "gone" means deleted or removed by a moderator; "hidden" that the viewer has blocked its maker. */
export type Presence = "there" | "gone" | "hidden";

/**
 * Returns whether the viewer can still see the beat or verse that plays; "there" while that is
 * unknown.
 */
export function usePresence(track: Track): Presence {
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  const id = contentIdOf(track);
  const { kind, beatId } = track;
  const beat = useLiveQuery({
    query: api.beats.get,
    args: kind === "beat" ? { beatId: id } : "skip",
  });
  const verses = useLiveQuery({
    query: api.verses.listByBeat,
    args: kind === "verse" && beatId !== null ? { beatId } : "skip",
  });
  if (beat.status === "success") {
    if (beat.data === null) return "gone";
    return isBeatHidden(beat.data, hidden) ? "hidden" : "there";
  }
  if (verses.status !== "success") return "there";
  const verse = verses.data.find((one) => one.id === id);
  if (verse === undefined) return "gone";
  return isVerseHidden(verse, hidden, viewerId) ? "hidden" : "there";
}
