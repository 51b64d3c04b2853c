import type { AudioElement } from "./player";

/** An audio element for tests: jsdom has none that plays. Time stands still unless a test moves it. */
export class FakeAudioElement extends EventTarget implements AudioElement {
  preload: HTMLAudioElement["preload"] = "";
  currentTime = 0;
  duration = Number.NaN;
  loop = false;
  paused = true;
  error: MediaError | null = null;
  loads = 0;
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
    this.dispatchEvent(new Event("playing"));
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

  refuseNextPlay(errorName: string): void {
    this.#refusal = errorName;
  }

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
