// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startChain } from "./chain";

/** jsdom has no sound: an element plays until the test ends it. */
const playing = new Set<HTMLMediaElement>();
const broken = new Set<HTMLMediaElement>();

beforeEach(() => {
  const media = HTMLMediaElement.prototype;
  vi.spyOn(media, "paused", "get").mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    return !playing.has(this);
  });
  vi.spyOn(media, "play").mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    if (broken.has(this))
      throw new DOMException("no sound", "NotSupportedError");
    playing.add(this);
    this.dispatchEvent(new Event("play"));
  });
  vi.spyOn(media, "pause").mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    if (playing.delete(this)) this.dispatchEvent(new Event("pause"));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  playing.clear();
  broken.clear();
});

function makeChain() {
  document.body.innerHTML = `<div hidden><button data-play="Play all" data-pause="Pause"></button></div>
<ol aria-label="Cypher">${["asha", "ravi", "meera"].map((name) => `<li><audio aria-label="${name}" data-volume="0.5"></audio></li>`).join("")}</ol>`;
  const key = document.querySelector("button");
  const list = document.querySelector("ol");
  if (!key || !list) throw new Error("no chain");
  startChain(list, key);
  const sounds = [...list.querySelectorAll("audio")];
  const end = (sound: HTMLAudioElement | undefined) => {
    if (sound) playing.delete(sound);
    sound?.dispatchEvent(new Event("ended"));
  };
  const heard = () => sounds.map((sound) => playing.has(sound));
  return { key, list, sounds, end, heard };
}

test("the key shows, and plays the verses one after the other", () => {
  const { key, list, sounds, end, heard } = makeChain();
  expect(key.parentElement?.hidden).toBe(false);
  expect(sounds[0]?.volume).toBe(0.5);
  key.click();
  expect(heard()).toEqual([true, false, false]);
  expect(key.textContent).toBe("Pause");
  expect(sounds[1]?.preload).toBe("auto");
  end(sounds[0]);
  expect(heard()).toEqual([false, true, false]);
  expect(list.querySelector("[aria-current] audio")).toBe(sounds[1]);
  end(sounds[1]);
  end(sounds[2]);
  expect(heard()).toEqual([false, false, false]);
  expect(key.textContent).toBe("Play all");
});

test("a pause goes on where it was, and a verse that is broken is passed over", async () => {
  const { key, sounds, end, heard } = makeChain();
  if (sounds[1]) broken.add(sounds[1]);
  key.click();
  key.click();
  expect(heard()).toEqual([false, false, false]);
  expect(key.textContent).toBe("Play all");
  key.click();
  expect(heard()).toEqual([true, false, false]);
  end(sounds[0]);
  await vi.waitFor(() => expect(heard()).toEqual([false, false, true]));
});

test("playing one verse keeps the place in the next one, and the chain starts at its start", async () => {
  const { key, sounds } = makeChain();
  const [first, second] = sounds;
  if (!first || !second) throw new Error("no sounds");
  second.currentTime = 70;
  first.currentTime = 40;
  await first.play();
  expect(second.currentTime).toBe(70);
  first.pause();
  key.click();
  expect(first.currentTime).toBe(0);
});

test("one verse alone plays alone, and stops the one before", async () => {
  const { key, sounds, end, heard } = makeChain();
  await sounds[0]?.play();
  await sounds[2]?.play();
  expect(heard()).toEqual([false, false, true]);
  end(sounds[2]);
  expect(heard()).toEqual([false, false, false]);
  expect(key.textContent).toBe("Play all");
});
