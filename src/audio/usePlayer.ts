import { useSyncExternalStore } from "react";
import { appPlayer } from "./appPlayer";
import type { PlaybackProblem, PlayerState } from "./player";
import type { Track } from "./track";

/** The selector must answer with a primitive or a part of the state, so that a card renders only when its own part changes. */
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
  /** Starts here when the track is not on the deck yet. */
  readonly seek: (ms: number) => void;
}

/** One card's view of the player. */
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
  return {
    isCurrent,
    isPlaying: status === "playing",
    isLoading: status === "loading",
    isLooping,
    isBlocked,
    elapsedMs,
    durationMs,
    problem,
    toggle: () => appPlayer.toggle(track),
    toggleLoop: () => appPlayer.setLooping(track.id, !isLooping),
    seek: (ms) => (isCurrent ? appPlayer.seek(ms) : appPlayer.play(track, ms)),
  };
}
