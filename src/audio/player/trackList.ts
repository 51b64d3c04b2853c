import { createContext } from "react";
import type { Track } from "./track";

/** The list in which a track stands, and goes on with the next one. */
export interface TrackList {
  /** As far as they are on the screen. */
  readonly tracks: readonly Track[];
  /** Loads the tracks of a further page: the first one, the second and so on. Null past the end. */
  readonly loadPage?: (number: number) => Promise<readonly Track[] | null>;
}

/** Null where a track is played alone. */
export const TrackListContext = createContext<TrackList | null>(null);
