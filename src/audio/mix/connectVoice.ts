import { gainOf } from "../loudness/loudness";
import { VOICE_CHAINS } from "./voiceSound";
import type { VoiceSound } from "../store/voiceMix";

/** Connects the effects of a voice sound behind `input` and returns the last node. */
export function connectVoice(input: AudioNode, sound: VoiceSound): AudioNode {
  const { context } = input;
  const { filters, compressor, hall, trim } = VOICE_CHAINS[sound];
  let last = input;
  for (const filter of filters) {
    last = last.connect(new BiquadFilterNode(context, filter));
  }
  if (compressor) {
    last = last.connect(new DynamicsCompressorNode(context, compressor));
  }
  if (hall) last = connectHall(last, hall);
  if (trim === 0) return last;
  return last.connect(new GainNode(context, { gain: gainOf(trim) }));
}

/** Adds the echo of a hall to the voice. */
function connectHall(
  input: AudioNode,
  hall: { readonly seconds: number; readonly level: number },
): AudioNode {
  const { context } = input;
  const sum = new GainNode(context);
  const buffer = makeEcho(context.sampleRate, hall.seconds);
  const echo = new ConvolverNode(context, { buffer });
  const level = new GainNode(context, { gain: hall.level });
  input.connect(sum);
  input.connect(echo).connect(level).connect(sum);
  return sum;
}

const ECHO_STARTS_SECONDS = 0.015;

/**
 * Makes the echo of a click: noise that falls by 60 dB, differs left and right, and is the same
 * each time.
 */
function makeEcho(sampleRate: number, seconds: number): AudioBuffer {
  const length = Math.ceil(seconds * sampleRate);
  const echo = new AudioBuffer({ numberOfChannels: 2, length, sampleRate });
  let state = 1;
  for (let channel = 0; channel < 2; channel += 1) {
    const samples = new Float32Array(length);
    const first = Math.round(ECHO_STARTS_SECONDS * sampleRate);
    for (let frame = first; frame < length; frame += 1) {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
      samples[frame] = (state / 2 ** 31 - 1) * 0.001 ** (frame / length);
    }
    echo.copyToChannel(samples, channel);
  }
  return echo;
}
