import { ARTWORK_SIZE } from "./drawArtwork";
import type { Player } from "./player";
import type { PlayerState } from "./playerState";
import type { PictureName, Track } from "./track";
import { Scope } from "../../lib/scope";

/** The part of the browser's media session that we use. */
export type MediaSessionLike = Pick<
  MediaSession,
  "metadata" | "playbackState" | "setActionHandler" | "setPositionState"
>;

/** Draws a picture and returns its address, or null if that is not possible. */
export type DrawArtwork = (picture: PictureName) => Promise<string | null>;

/**
 * Shows the player on the lock screen and lets media keys control it. Title and names appear at
 * once; the picture follows when it is drawn. Returns a function that disconnects the player from
 * the media session.
 */
export function connectMediaSession(
  player: Player,
  session: MediaSessionLike,
  drawArtwork: DrawArtwork,
): () => void {
  const scope = new Scope();
  const set = (
    action: MediaSessionAction,
    run: MediaSessionActionHandler | null,
  ) => {
    try {
      session.setActionHandler(action, run);
    } catch {
      // Older browsers reject actions that they do not know. The other actions still work.
    }
  };
  const on = (
    action: MediaSessionAction,
    run: MediaSessionActionHandler | null,
  ) => {
    set(action, run);
    scope.add(() => set(action, null));
  };
  on("play", () => player.resume());
  on("pause", () => player.pause());
  on("stop", () => player.close());
  on("seekto", ({ seekTime }) => {
    if (seekTime !== undefined) player.seek(seekTime * 1000);
  });

  on("previoustrack", null);
  on("nexttrack", null);

  const showTrack = trackDisplay(session, drawArtwork);
  let shown: PlayerState | null = null;
  const show = () => {
    const state = player.getState();
    if (shown?.track !== state.track) showTrack(state.track);
    if (shown?.queue !== state.queue) {
      const { queue } = state;
      const step = (by: 1 | -1) => () => queue?.step(by);
      set("previoustrack", queue?.hasPrevious ? step(-1) : null);
      set("nexttrack", queue?.hasNext ? step(1) : null);
    }
    if (shown?.status !== state.status) {
      session.playbackState = playbackStateOf(state);
      showPosition(session, state);
    }
    shown = state;
  };
  scope.add(player.subscribe(show));
  show();
  return () => scope.dispose();
}

/** Returns a function that shows a track, with the picture drawn once for each track. */
function trackDisplay(session: MediaSessionLike, drawArtwork: DrawArtwork) {
  let current: Track | null = null;
  let artwork: string | null = null;

  const drop = () => {
    if (artwork !== null) URL.revokeObjectURL(artwork);
    artwork = null;
  };

  const addPicture = async (track: Track, picture: PictureName) => {
    const drawn = await drawArtwork(picture);
    if (drawn === null) return;
    if (current !== track) return URL.revokeObjectURL(drawn);
    artwork = drawn;
    session.metadata = metadataOf(track, drawn);
  };

  return (track: Track | null) => {
    current = track;
    drop();
    if (typeof MediaMetadata === "undefined") return;
    session.metadata = track && metadataOf(track, null);
    if (track?.picture) void addPicture(track, track.picture);
  };
}

function metadataOf({ title, artist }: Track, artwork: string | null) {
  const sizes = `${ARTWORK_SIZE}x${ARTWORK_SIZE}`;
  return new MediaMetadata({
    title,
    artist,
    artwork:
      artwork === null ? [] : [{ src: artwork, sizes, type: "image/png" }],
  });
}

function playbackStateOf({ status }: PlayerState): MediaSessionPlaybackState {
  if (status === "empty") return "none";
  return status === "paused" ? "paused" : "playing";
}

/**
 * Reports the position. The browser advances it by itself, so one report per change of status is
 * enough.
 */
function showPosition(session: MediaSessionLike, state: PlayerState): void {
  if (state.status === "empty" || state.durationMs <= 0) return;
  session.setPositionState({
    duration: state.durationMs / 1000,
    position: Math.min(state.elapsedMs, state.durationMs) / 1000,
    playbackRate: 1,
  });
}
