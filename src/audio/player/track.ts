import type { StoredLoudness } from "../../../convex/shared/loudness";

export type TrackKind = "beat" | "verse" | "take";

/** Names the picture of a track: the label of a beat or the sticker of a person. */
export interface PictureName {
  readonly of: "beat" | "person";
  readonly id: string;
}

/** Something that the player can play. */
export interface Track {
  /** Unique across all kinds; made by `trackId`. */
  readonly id: string;
  readonly kind: TrackKind;
  /** Null when the item has no stored file. */
  readonly url: string | null;
  readonly title: string;
  readonly artist: string;
  /** Null for a take, which has no picture yet. */
  readonly picture: PictureName | null;
  /** Id of the beat itself, or of the beat under a verse; null for a take. */
  readonly beatId: string | null;
  /** Address of the track's page; null for a take, which has no page yet. */
  readonly href: string | null;
  /** Stored duration, shown until the file has loaded. */
  readonly durationMs: number;
  /** Stored loudness; absent if it was never measured. */
  readonly loudness?: StoredLoudness;
  /** Tempo of a beat; its loop ends on a bar line. */
  readonly bpm?: number;
}

export function trackId(kind: TrackKind, id: string): string {
  return `${kind}:${id}`;
}

/** Returns the track of a take on this device. */
export const takeTrack = (
  { id, durationMs }: { id: string; durationMs: number },
  { url, title }: Pick<Track, "url" | "title">,
): Track => ({
  id: trackId("take", id),
  ...{ kind: "take", url, title, artist: "", durationMs },
  ...{ picture: null, beatId: null, href: null },
});

/** Returns the id of the beat, verse or take, without the kind. */
export const contentIdOf = ({ id, kind }: Pick<Track, "id" | "kind">): string =>
  id.slice(trackId(kind, "").length);
