/**
 * Runs in the head of a public page. Delays parts such as the fonts until after the first frame. If
 * the player's script has not run, shows the browser's own player.
 */
import { startWithFirstFrame } from "../lib/firstFrame";

startWithFirstFrame();
document.addEventListener("DOMContentLoaded", () => {
  const audio = document.querySelector<HTMLAudioElement>(
    ".player:not([data-ready]) audio",
  );
  if (audio) audio.controls = true;
});
