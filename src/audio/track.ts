export type TrackKind = "beat" | "verse" | "take";

/** What can be put on the one player. */
export interface Track {
  /** Unique over all kinds, so that one card knows itself from another. */
  readonly id: string;
  readonly kind: TrackKind;
  /** Null when the item has no stored file. */
  readonly url: string | null;
  readonly title: string;
  readonly artist: string;
  /** The page that tells more; null for a take that is on no page yet. */
  readonly href: string | null;
  /** Known before the file is loaded, so the length can be shown at once. */
  readonly durationMs: number;
}

export function trackId(kind: TrackKind, id: string): string {
  return `${kind}:${id}`;
}
