import type { BeatCard, VerseCard } from "../../../convex/shared/validators";
import { beatHref } from "../../app/paths";
import { type Track, trackId } from "../../audio/track";

export function beatTrack(beat: BeatCard): Track {
  return {
    id: trackId("beat", beat.id),
    kind: "beat",
    url: beat.fileUrl,
    title: beat.title,
    artist: beat.producer.username,
    href: beatHref(beat.id),
    durationMs: beat.durationMs,
  };
}

export function verseTrack(verse: VerseCard, title: string): Track {
  return {
    id: trackId("verse", verse.id),
    kind: "verse",
    url: verse.fileUrl,
    title,
    artist: verse.rapper.username,
    href: beatHref(verse.beat.id),
    durationMs: verse.durationMs,
  };
}
