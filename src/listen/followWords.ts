/** Marks the line of the published words that is being heard, while the words are open. */
export function followWords(sound: HTMLAudioElement): void {
  const words = document.querySelector<HTMLDetailsElement>(".words");
  if (!words) return;
  const lines = [...words.querySelectorAll<HTMLElement>("[data-ms]")];
  const mark = () => {
    const atMs = sound.currentTime * 1000;
    const isOn = !sound.paused || atMs > 0;
    const heard = isOn
      ? lines.findLast((line) => Number(line.dataset.ms) <= atMs)
      : undefined;
    for (const line of lines) {
      if (line === heard) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    }
  };
  for (const name of ["timeupdate", "seeked", "ended"]) {
    sound.addEventListener(name, mark);
  }
}
