import { FIRST_TRACK, firstTrack } from "../../lib/firstTrack";
import { logFailure } from "../../lib/logFailure";
import { SIGNED_OUT } from "../../lib/signedOut";
import { readEqualChoice } from "./equalChoice";
import { isVolumeFixed } from "./isVolumeFixed";
import { Player } from "./player";

/** The app's only player. Its audio element is created at the first play or loop. */
export const appPlayer = new Player({
  createElement: () => new Audio(),
  openRounds: async (own, track) => {
    const context = new AudioContext(); // must run within the tap
    const { openRounds } = await import("./rounds/openRounds");
    return openRounds(own, context, track);
  },
  isEqual: readEqualChoice(),
  isVolumeFixed: () => isVolumeFixed(new Audio()),
  isGone: async (url) => {
    try {
      const answer = await fetch(url, { headers: { Range: "bytes=0-0" } });
      await answer.body?.cancel();
      return answer.status === 404 || answer.status === 410;
    } catch {
      return false;
    }
  },
});

const stopWaiting = appPlayer.subscribe(() => {
  if (appPlayer.getState().track === null) return;
  stopWaiting();
  firstTrack.hasCome = true;
  window.dispatchEvent(new Event(FIRST_TRACK));
});

// A list would go on by itself after sign-out, when there are no controls on the screen.
window.addEventListener(SIGNED_OUT, () => {
  if (appPlayer.getState().track?.kind !== "take") appPlayer.close();
});

if ("mediaSession" in navigator) connectWithNextTrack(navigator.mediaSession);

/**
 * Most visits play nothing, so the lock screen's code loads with the first track. If loading fails,
 * it is tried again with the next track.
 */
function connectWithNextTrack(session: MediaSession): void {
  const { track } = appPlayer.getState();
  const stop = appPlayer.subscribe(() => {
    if ([null, track].includes(appPlayer.getState().track)) return;
    stop();
    connect(session).catch((error: unknown) => {
      logFailure("connecting the lock screen failed", error);
      connectWithNextTrack(session);
    });
  });
}

async function connect(session: MediaSession): Promise<void> {
  const [{ connectMediaSession }, { drawArtwork }] = await Promise.all([
    import("./connectMediaSession"),
    import("./drawArtwork"),
  ]);
  connectMediaSession(appPlayer, session, drawArtwork);
}
