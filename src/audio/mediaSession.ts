import type { Player, PlayerState } from "./player";
import { Scope } from "./scope";

/** What the lock screen and the keys of a headset get to know and to do. */
export type MediaSessionLike = Pick<
  MediaSession,
  "metadata" | "playbackState" | "setActionHandler" | "setPositionState"
>;

/** Returns a function that lets go of the session. */
export function connectMediaSession(
  player: Player,
  session: MediaSessionLike,
): () => void {
  const scope = new Scope();
  const on = (action: MediaSessionAction, run: MediaSessionActionHandler) => {
    try {
      session.setActionHandler(action, run);
      scope.add(() => session.setActionHandler(action, null));
    } catch {
      // An action this browser does not know is no loss.
    }
  };
  on("play", () => player.resume());
  on("pause", () => player.pause());
  on("stop", () => player.close());
  on("seekto", ({ seekTime }) => {
    if (seekTime !== undefined) player.seek(seekTime * 1000);
  });

  let shown: PlayerState | null = null;
  const show = () => {
    const state = player.getState();
    if (shown?.track !== state.track) session.metadata = metadataOf(state);
    if (shown?.status !== state.status) {
      session.playbackState = playbackStateOf(state);
      showPosition(session, state);
    }
    shown = state;
  };
  scope.add(player.subscribe(show));
  return () => scope.dispose();
}

function metadataOf({ track }: PlayerState): MediaMetadata | null {
  if (!track || typeof MediaMetadata === "undefined") return null;
  return new MediaMetadata({ title: track.title, artist: track.artist });
}

function playbackStateOf({ status }: PlayerState): MediaSessionPlaybackState {
  if (status === "empty") return "none";
  return status === "paused" ? "paused" : "playing";
}

/** The browser counts on by itself from here, so a call at each change of pace is enough. */
function showPosition(session: MediaSessionLike, state: PlayerState): void {
  if (state.status === "empty" || state.durationMs <= 0) return;
  session.setPositionState({
    duration: state.durationMs / 1000,
    position: Math.min(state.elapsedMs, state.durationMs) / 1000,
    playbackRate: 1,
  });
}
