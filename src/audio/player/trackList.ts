import { createContext } from "react";
import type { Track } from "./track";

/** The list that contains a track, and continues after it. */
export interface TrackList {
  /** The tracks on the screen. */
  readonly tracks: readonly Track[];
  /**
   * Loads the next tracks, page by page; `number` counts these pages from 1. Resolves to null past
   * the end.
   */
  readonly loadPage?: (number: number) => Promise<readonly Track[] | null>;
}

/** Null where tracks are played alone. */
export const TrackListContext = createContext<TrackList | null>(null);
