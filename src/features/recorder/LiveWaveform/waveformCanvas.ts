import { Scope } from "../../../lib/scope";
import type { WaveformColors, WaveformSheet } from "./drawWaveform";

/** How long before it is due a frame of the screen is requested. */
const HALF_FRAME_MS = 8;

/**
 * Draws on a canvas at the screen's resolution: once at the start, whenever its size changes, and
 * periodically after `repeat`. Reads colours and font once, from CSS.
 */
export class WaveformCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #draw: (sheet: WaveformSheet) => void;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #look: Pick<WaveformSheet, "colors" | "font">;
  readonly #scope = new Scope();

  constructor(canvas: HTMLCanvasElement, draw: (sheet: WaveformSheet) => void) {
    this.#canvas = canvas;
    this.#draw = draw;
    this.#context = canvas.getContext("2d");
    this.#look = readLook(canvas);
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(canvas);
    this.#scope.add(() => observer.disconnect());
    this.#fit();
  }

  /**
   * Draws every `periodMs` until disposed, but not while the page is hidden. Requests only the
   * frames that it draws, because a requested frame costs the page as much time as a drawn one.
   */
  repeat(periodMs: number): void {
    let timer = 0;
    let frame = 0;
    const next = () => {
      timer = window.setTimeout(() => {
        frame = requestAnimationFrame(draw);
      }, periodMs - HALF_FRAME_MS);
    };
    const draw = () => {
      this.#paint();
      next();
    };
    next();
    this.#scope.add(() => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    });
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #fit(): void {
    const ratio = devicePixelRatio;
    this.#canvas.width = Math.round(this.#canvas.clientWidth * ratio);
    this.#canvas.height = Math.round(this.#canvas.clientHeight * ratio);
    this.#context?.scale(ratio, ratio);
    this.#paint();
  }

  #paint(): void {
    const { clientWidth: widthPx, clientHeight: heightPx } = this.#canvas;
    if (!this.#context || widthPx === 0) return;
    const context = this.#context;
    this.#draw({ context, widthPx, heightPx, ...this.#look });
  }
}

function readLook(canvas: HTMLCanvasElement) {
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(`--gc-${name}`);
  const colors: WaveformColors = {
    beat: color("line-strong"),
    beatBehind: color("line"),
    beatLine: color("line"),
    barLine: color("line-strong"),
    loopLine: color("green-text"),
    label: color("muted"),
    voice: color("accent-text"),
    loud: color("red-text"),
    now: color("sindoor"),
  };
  return { colors, font: style.font };
}
