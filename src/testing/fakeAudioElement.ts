import type { AudioElement } from "../audio/player/player";

/**
 * An audio element for tests, because jsdom's cannot play. Its time does not advance; tests set
 * `currentTime`.
 */
export class FakeAudioElement extends EventTarget implements AudioElement {
  preload: HTMLAudioElement["preload"] = "";
  currentTime = 0;
  loop = false;
  volume = 1;
  paused = true;
  error: MediaError | null = null;
  loads = 0;
  /** Suppresses the `playing` event, as WebKit does when an ended track plays again. */
  isSilentAboutPlaying = false;
  #src = "";
  #refusal: string | null = null;

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#src = url;
    this.loads += 1;
    this.currentTime = 0;
    this.error = null;
  }

  play(): Promise<void> {
    if (this.#refusal !== null) {
      const name = this.#refusal;
      this.#refusal = null;
      return Promise.reject(new DOMException("refused", name));
    }
    this.paused = false;
    if (!this.isSilentAboutPlaying) this.dispatchEvent(new Event("playing"));
    return Promise.resolve();
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }

  load(): void {
    this.currentTime = 0;
  }

  removeAttribute(name: string): void {
    if (name === "src") this.#src = "";
  }

  /** Makes the next `play()` reject with a DOMException of this name. */
  refuseNextPlay(errorName: string): void {
    this.#refusal = errorName;
  }

  /** Reports a media error with this `MediaError` code. */
  failWith(code: number): void {
    this.error = {
      code,
      message: "",
      MEDIA_ERR_ABORTED: 1,
      MEDIA_ERR_NETWORK: 2,
      MEDIA_ERR_DECODE: 3,
      MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
    };
    this.dispatchEvent(new Event("error"));
  }
}
