/**
 * Runs in the page before the app: sound starts only while a click is handled. A context or an
 * element that has started in one may start again at any time, as in Safari on phones.
 */
export function soundOnlyInTap(): void {
  let isInTap = false;
  addEventListener(
    "click",
    () => {
      isInTap = true;
      setTimeout(() => (isInTap = false));
    },
    true,
  );
  const started = new WeakSet<object>();
  const mayStart = (sound: object) => {
    if (isInTap) started.add(sound);
    return started.has(sound);
  };
  const Context = AudioContext;
  globalThis.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super(options);
      if (mayStart(this)) return;
      // The context may run for a moment before it is suspended, which the app must not see.
      this.addEventListener("statechange", (event) => {
        if (!started.has(this)) event.stopImmediatePropagation();
      });
      void super.suspend();
    }

    override get state(): AudioContextState {
      const isQuiet = super.state === "running" && !started.has(this);
      return isQuiet ? "suspended" : super.state;
    }

    override resume(): Promise<void> {
      return mayStart(this) ? super.resume() : new Promise(() => undefined);
    }
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with their element
  const { load, play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.load = function () {
    mayStart(this);
    load.call(this);
  };
  HTMLMediaElement.prototype.play = async function () {
    if (!mayStart(this)) throw new DOMException("No tap.", "NotAllowedError");
    await play.call(this);
  };
}
