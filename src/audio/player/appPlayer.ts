import { connectMediaSession } from "./connectMediaSession";
import { drawArtwork } from "./drawArtwork";
import { readEqualChoice } from "./equalChoice";
import { Player } from "./player";

/** The app's only player. Its audio element is created at the first play. */
export const appPlayer = new Player({
  createElement: () => new Audio(),
  isEqual: readEqualChoice(),
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

if ("mediaSession" in navigator) {
  connectMediaSession(appPlayer, navigator.mediaSession, drawArtwork);
}
