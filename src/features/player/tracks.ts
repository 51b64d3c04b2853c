import type {
  BeatSummary,
  VerseSummary,
} from "../../../convex/shared/validators";
import { beatHref } from "../../routing/paths";
import { type Track, trackId } from "../../audio/player/track";
import { reachableUrl } from "../../lib/reachableUrl";

export function beatTrack(beat: BeatSummary): Track {
  return {
    id: trackId("beat", beat.id),
    kind: "beat",
    url: beat.fileUrl && reachableUrl(beat.fileUrl),
    title: beat.title,
    artist: beat.producer.username,
    picture: { of: "beat", id: beat.id },
    beatId: beat.id,
    href: beatHref(beat.id),
    durationMs: beat.durationMs,
    loudness: beat.loudness,
    bpm: beat.bpm,
  };
}

export function verseTrack(verse: VerseSummary, title: string): Track {
  return {
    id: trackId("verse", verse.id),
    kind: "verse",
    url: verse.fileUrl && reachableUrl(verse.fileUrl),
    title,
    artist: verse.rapper.username,
    picture: { of: "person", id: verse.rapper.userId },
    beatId: verse.beat.id,
    href: beatHref(verse.beat.id),
    durationMs: verse.durationMs,
    loudness: verse.loudness,
  };
}
