/**
 * Runs in the head of a public page. The page's fonts, for one thing, come after its first frame.
 * Where the player's script cannot run, the browser's own player is shown.
 */
import { startWithFirstFrame } from "../lib/firstFrame";

startWithFirstFrame();
document.addEventListener("DOMContentLoaded", () => {
  const audio = document.querySelector<HTMLAudioElement>(
    ".player:not([data-ready]) audio",
  );
  if (audio) audio.controls = true;
});
