import { type BeatLoop, loopOptions } from "../signal/beatLoop";

/** Something that is playing or scheduled. Times are in seconds on the context's clock. */
export interface Sounding {
  /** Ends the sound at this time, in place of any end that was planned. */
  endAt(at: number, fadeSeconds: number): void;
}

export interface Start {
  readonly context: AudioContext;
  readonly output: AudioNode;
  readonly at: number;
  /** Start position in the file, in seconds. */
  readonly offset: number;
  readonly fadeSeconds: number;
  readonly level: number;
  /** Called if the sound turns out not to be playable. */
  readonly onBroken: () => void;
}

/** A decoded sound; it repeats if it has a loop. */
export interface DecodedSound {
  readonly buffer: AudioBuffer;
  readonly loop: BeatLoop | null;
}

/** Starts a decoded sound at an exact time. */
export function startDecoded(
  { buffer, loop }: DecodedSound,
  { context, output, at, offset, fadeSeconds, level }: Start,
): Sounding {
  const source = new AudioBufferSourceNode(context, {
    buffer,
    ...(loop && loopOptions(loop)),
  });
  const node = new GainNode(context, { gain: 0 });
  source.connect(node).connect(output);
  source.onended = () => node.disconnect();
  const { gain } = node;
  const fadeIn = () => {
    const from = Math.max(at, context.currentTime);
    if (context.currentTime >= at + fadeSeconds) return;
    gain.setValueAtTime(0, from);
    gain.linearRampToValueAtTime(level, from + fadeSeconds);
  };
  fadeIn();
  source.start(at, offset);
  return {
    endAt(endsAt, fade) {
      const from = Math.max(endsAt, context.currentTime);
      gain.cancelScheduledValues(context.currentTime);
      fadeIn();
      const fadesAt = Math.max(from, at + fadeSeconds);
      gain.setValueAtTime(level, fadesAt);
      gain.linearRampToValueAtTime(0, fadesAt + fade);
      source.stop(endsAt <= at ? context.currentTime : fadesAt + fade);
    },
  };
}

/** Plays a file that cannot be decoded; an element starts only roughly on time. */
export function startElement(
  url: string,
  isLooping: boolean,
  { context, output, at, offset, level, onBroken }: Start,
): Sounding {
  const element = new Audio();
  // Without this, a file from another origin would be silent.
  element.crossOrigin = "anonymous";
  element.src = url;
  element.volume = level;
  element.loop = isLooping;
  const node = new MediaElementAudioSourceNode(context, {
    mediaElement: element,
  });
  node.connect(output);
  const msUntil = (time: number) =>
    Math.max(0, 1000 * (time - context.currentTime));
  element.currentTime = offset;
  const end = () => {
    isOver = true;
    clearTimeout(starting);
    clearTimeout(ending);
    element.pause();
    node.disconnect();
  };
  const breakOff = () => {
    if (isOver) return;
    end();
    onBroken();
  };
  let isOver = false;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const starting = setTimeout(() => {
    element.play().catch(breakOff);
  }, msUntil(at));
  element.addEventListener("error", breakOff);
  return {
    endAt(endsAt) {
      clearTimeout(ending);
      ending = setTimeout(end, msUntil(endsAt));
    },
  };
}
