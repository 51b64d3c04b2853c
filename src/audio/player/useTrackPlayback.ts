import { use, useSyncExternalStore } from "react";
import { logFailure } from "../../lib/logFailure";
import { appPlayer } from "./appPlayer";
import type { PlaybackProblem, PlayerState } from "./playerState";
import type { Track } from "./track";
import { type TrackList, TrackListContext } from "./trackList";

/**
 * Subscribes to a part of the player's state. The selector must return a primitive or an existing
 * part of the state, never a new object, so that the component renders only when the part changes.
 */
export function usePlayerState<T>(select: (state: PlayerState) => T): T {
  return useSyncExternalStore(appPlayer.subscribe, () =>
    select(appPlayer.getState()),
  );
}

export interface TrackPlayback {
  readonly isCurrent: boolean;
  readonly isPlaying: boolean;
  readonly isLoading: boolean;
  readonly isLooping: boolean;
  readonly isBlocked: boolean;
  readonly elapsedMs: number;
  readonly durationMs: number;
  readonly problem: PlaybackProblem | null;
  readonly toggle: () => void;
  readonly toggleLoop: () => void;
  /** Moves to a position; starts the track there if it is not the current one. */
  readonly seek: (ms: number) => void;
}

/**
 * The state and controls of the player for one track. If the track is in a list, the next track of
 * the list follows.
 */
export function useTrackPlayback(track: Track): TrackPlayback {
  const isCurrent = usePlayerState((state) => state.track?.id === track.id);
  const status = usePlayerState((state) =>
    state.track?.id === track.id ? state.status : "empty",
  );
  const elapsedMs = usePlayerState((state) =>
    state.track?.id === track.id ? state.elapsedMs : 0,
  );
  const durationMs = usePlayerState((state) =>
    state.track?.id === track.id ? state.durationMs : track.durationMs,
  );
  const isLooping = usePlayerState((state) => state.loopingIds.has(track.id));
  const isBlocked = usePlayerState((state) => state.isBlocked);
  const problem = usePlayerState((state) =>
    state.failure?.track.id === track.id ? state.failure.problem : null,
  );
  const list = use(TrackListContext);
  const begin = (fromMs?: number) => {
    if (list) appPlayer.leaveQueue();
    appPlayer.play(track, fromMs);
    if (list) void goOn(list, track);
  };
  return {
    isCurrent,
    isPlaying: status === "playing",
    isLoading: status === "loading",
    isLooping,
    isBlocked,
    elapsedMs,
    durationMs,
    problem,
    toggle: () => (isCurrent ? appPlayer.toggle(track) : begin()),
    toggleLoop: () => appPlayer.setLooping(track.id, !isLooping),
    seek: (ms) => (isCurrent ? appPlayer.seek(ms) : begin(ms)),
  };
}

/** Most visits play nothing, so this code loads with the first track. */
async function goOn(list: TrackList, track: Track): Promise<void> {
  try {
    const { playOn } = await import("./list/playOn");
    playOn(appPlayer, list, track);
  } catch (error) {
    logFailure("going on with a list failed", error);
  }
}
