/**
 * Plays the verses of a cypher one after the other. Each verse also has the browser's own player.
 */
import { readEqualChoice } from "../audio/player/equalChoice";

/** @param key the button above the list, in a hidden row */
export function startChain(list: Element, key: HTMLButtonElement): void {
  const sounds = [...list.querySelectorAll("audio")];
  let current = sounds[0];
  let isChain = false;

  const draw = () => {
    const isOn = isChain && current?.paused === false;
    const { play = "", pause = "" } = key.dataset;
    key.textContent = isOn ? pause : play;
  };
  const start = (sound: HTMLAudioElement | undefined) => {
    if (sound === undefined) isChain = false;
    else {
      current = sound;
      if (sound.error) sound.load(); // its file failed to load before
      sound.play().catch((error: unknown) => {
        const name = error instanceof DOMException ? error.name : "";
        // Without a connection the cause is unknown, so the verse is not skipped. Pressing the
        // button tries it again.
        if (name === "NotSupportedError" && navigator.onLine) passOver(sound);
        else draw();
      });
    }
    draw();
  };
  const passOver = (sound: HTMLAudioElement) => {
    if (isChain && current === sound) start(step(1));
  };
  const step = (by: 1 | -1) => {
    const next = current && sounds[sounds.indexOf(current) + by];
    if (next) next.currentTime = 0;
    return next;
  };
  const handleStart = (sound: HTMLAudioElement) => {
    for (const other of sounds) if (other !== sound) other.pause();
    current = sound;
    mark(sounds, sound);
    describe(list, sound);
    const next = sounds[sounds.indexOf(sound) + 1];
    if (isChain && next) next.preload = "auto"; // loads the next file ahead to avoid a gap
    draw();
  };

  const isEqual = readEqualChoice();
  for (const sound of sounds) {
    if (isEqual) sound.volume = Number(sound.dataset.volume);
    sound.addEventListener("play", () => handleStart(sound));
    sound.addEventListener("pause", draw);
    for (const name of ["ended", "error"])
      sound.addEventListener(name, () => passOver(sound));
  }
  key.addEventListener("click", () => {
    if (isChain && current?.paused === false) return current.pause();
    const isOver = !isChain || current?.ended;
    isChain = true;
    if (isOver && sounds[0]) sounds[0].currentTime = 0;
    start(isOver ? sounds[0] : current);
  });
  followKeys((by) => start(step(by) ?? current));
  if (key.parentElement) key.parentElement.hidden = false;
  draw();
}

function mark(sounds: HTMLAudioElement[], current: HTMLAudioElement): void {
  for (const sound of sounds) {
    const item = sound.closest("li");
    if (sound === current) item?.setAttribute("aria-current", "true");
    else item?.removeAttribute("aria-current");
  }
}

/** Connects the buttons of the lock screen and of headsets. */
function followKeys(step: (by: 1 | -1) => void): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.setActionHandler("nexttrack", () => step(1));
  navigator.mediaSession.setActionHandler("previoustrack", () => step(-1));
}

function describe(list: Element, { ariaLabel }: HTMLAudioElement): void {
  if (!("mediaSession" in navigator)) return;
  const title = list.getAttribute("aria-label") ?? "";
  const metadata = { title, artist: ariaLabel ?? "" };
  navigator.mediaSession.metadata = new MediaMetadata(metadata);
}
