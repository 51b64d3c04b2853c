/**
 * The player of a public page: a large button and a waveform, or one button for a whole chain. If
 * this script cannot run, the browser's own controls are shown.
 */
import { readEqualChoice } from "../audio/player/equalChoice";
import { startChain } from "./chain";
import { type Controls, findControls } from "./controls";
import { followWords } from "./followWords";

const SEEK_SECONDS = 5;

const player = document.querySelector<HTMLElement>(".player");
const audio = player?.querySelector("audio");
if (player && audio) start(player, audio);

const chain = document.querySelector(".chain");
const chainKey = document.querySelector<HTMLButtonElement>("button.action");
if (chain && chainKey) startChain(chain, chainKey);

function start(root: HTMLElement, sound: HTMLAudioElement): void {
  const controls = findControls(root);
  if (!controls) return;
  const { key, place } = controls;
  const playback = makePlayback(sound, controls);
  // Sets the volume for equal loudness, as in the app.
  if (readEqualChoice()) sound.volume = Number(root.dataset.volume);
  root.toggleAttribute("data-ready", true);
  key.addEventListener("click", playback.toggle);
  place.addEventListener("input", () => playback.seek(Number(place.value)));
  document.addEventListener("keydown", (event) => handleKey(event, playback));
  followSound(sound, playback);
  describe(root);
  followWords(sound);
  // The file is not requested until the page is drawn. Until the tap, only the beginning of the
  // file is fetched.
  addEventListener("load", () => (sound.preload = "metadata"));
  playback.draw();
}

type Playback = ReturnType<typeof makePlayback>;

/** Returns functions for what the visitor can do with the sound. The controls show the outcome. */
function makePlayback(sound: HTMLAudioElement, controls: Controls) {
  const { problem, seconds } = controls;
  /** True from the tap on the button until the sound pauses or ends. */
  let isWanted = false;

  const draw = () => {
    const isOn = isWanted && !sound.ended;
    controls.draw(sound.currentTime, isOn, isOn && sound.readyState < 3);
  };
  const want = (isNow: boolean) => {
    isWanted = isNow;
    draw();
  };
  const fail = () => {
    problem.hidden = false;
    want(false);
  };
  const play = async () => {
    problem.hidden = true;
    want(true);
    try {
      if (sound.error) sound.load();
      await sound.play();
    } catch (error) {
      // Pausing before the sound has begun is not a failure.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        fail();
    }
  };
  const seek = (to: number) => {
    sound.currentTime = Math.max(0, Math.min(to, seconds));
    draw();
  };
  const toggle = () => (sound.paused ? void play() : sound.pause());
  const failIfWanted = () => isWanted && fail();
  const skip = (by: number) => seek(sound.currentTime + by);
  return { draw, want, failIfWanted, seek, skip, toggle };
}

/** Keeps the controls in step with the sound. */
function followSound(sound: HTMLAudioElement, playback: Playback): void {
  const { draw, want, failIfWanted } = playback;
  for (const name of ["timeupdate", "playing", "waiting", "seeked"])
    sound.addEventListener(name, draw);
  for (const name of ["pause", "ended"])
    sound.addEventListener(name, () => {
      if (sound.ended) sound.currentTime = 0;
      want(false);
    });
  sound.addEventListener("play", () => want(true));
  sound.addEventListener("error", failIfWanted);
}

function handleKey(event: KeyboardEvent, { toggle, skip }: Playback): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { target, key } = event;
  if (target instanceof Element && target.closest("a,button,input")) return;
  if (key === " " || key === "k") toggle();
  else if (key === "ArrowLeft") skip(-SEEK_SECONDS);
  else if (key === "ArrowRight") skip(SEEK_SECONDS);
  else return;
  event.preventDefault();
}

/** Tells the lock screen and headsets what is playing. */
function describe({ dataset }: HTMLElement): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title: dataset.title ?? "",
    artist: dataset.artist ?? "",
    artwork: [
      { src: dataset.picture ?? "", sizes: "1200x630", type: "image/png" },
    ],
  });
}
