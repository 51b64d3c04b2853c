import { connectMediaSession } from "./mediaSession";
import { Player } from "./player";

/** The only player of the app. Its element is made at the first play. */
export const appPlayer = new Player({
  createElement: () => new Audio(),
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
  connectMediaSession(appPlayer, navigator.mediaSession);
}
