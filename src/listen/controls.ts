/** The elements of the player, which are part of the page. */
export interface Controls {
  readonly key: HTMLButtonElement;
  /** The slider over the waveform. */
  readonly place: HTMLInputElement;
  readonly problem: HTMLElement;
  /** Length of the sound. */
  readonly seconds: number;
  /** Shows the time in seconds, and whether the sound plays or waits for data. */
  draw(currentTime: number, isOn: boolean, isWaiting: boolean): void;
}

/** Returns null if the page lacks one of these elements. */
export function findControls(root: HTMLElement): Controls | null {
  const key = root.querySelector<HTMLButtonElement>(".key");
  const place = root.querySelector<HTMLInputElement>("input");
  const elapsed = root.querySelector<HTMLElement>(".elapsed");
  const heard = root.querySelector<SVGElement>(".heard");
  const problem = root.querySelector<HTMLElement>(".problem");
  if (!key || !place || !elapsed || !heard || !problem) return null;
  const seconds = Number(place.max);
  return {
    ...{ key, place, problem, seconds },
    draw: (currentTime, isOn, isWaiting) => {
      const at = Math.min(currentTime, seconds);
      drawKey(key, isOn, isWaiting);
      drawPlace(place, at, seconds);
      elapsed.textContent = minutes(at);
      heard.style.setProperty("--left", `${100 - (100 * at) / seconds}%`);
    },
  };
}

function drawKey(key: HTMLElement, isOn: boolean, isWaiting: boolean): void {
  const { play, pause } = key.dataset;
  key.toggleAttribute("data-on", isOn);
  key.ariaBusy = String(isWaiting);
  key.setAttribute("aria-label", (isOn ? pause : play) ?? "");
}

function drawPlace(place: HTMLInputElement, at: number, seconds: number): void {
  const text = (place.dataset.text ?? "")
    .replace("{elapsed}", minutes(at))
    .replace("{duration}", minutes(seconds));
  place.value = String(at);
  place.setAttribute("aria-valuetext", text);
}

function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
