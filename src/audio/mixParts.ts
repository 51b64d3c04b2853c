import { LEVEL_GLIDE_SECONDS } from "./masterBus";
import { type LevelChange, planMix, type VoiceMix } from "./mixPlan";
import { firstFrame, readStem, type Stem } from "./stem";

/** What a mix is made of. */
export interface MixParts {
  readonly stem: Stem;
  readonly beat: AudioBuffer;
}

export interface MixSpan {
  /** Second of the mix to begin with. */
  readonly fromSeconds: number;
  readonly lengthSeconds: number;
  /** When, on the clock of the context. */
  readonly at: number;
}

/** Plays a span of the mix of voice and looping beat into `output`; what it returns turns the voice's own level. */
export function playMix(
  output: AudioNode,
  { stem, beat }: MixParts,
  mix: VoiceMix,
  span: MixSpan,
): GainNode {
  const { context } = output;
  const plan = planMix(stem, mix.timingMs);
  const trim = new GainNode(context, { gain: mix.voice });

  const voice = makeVoice(context, stem, plan.voiceAtSeconds, span);
  if (voice) {
    const level = makeLevel(context, plan.voiceLevels, span);
    voice.source.connect(level).connect(trim).connect(output);
    voice.source.start(voice.at);
  }

  const beatSource = new AudioBufferSourceNode(context, {
    buffer: beat,
    loop: true,
  });
  const beatLevel = makeLevel(context, plan.beatLevels, span);
  beatSource.connect(beatLevel).connect(output);
  const intoBeat = span.fromSeconds - plan.beatAtSeconds;
  beatSource.start(
    span.at + Math.max(0, -intoBeat),
    Math.max(0, intoBeat) % beat.duration,
  );
  beatSource.stop(span.at + span.lengthSeconds);
  return trim;
}

/** Only the frames of this span are unpacked: a whole verse would be large. Null when it has none. */
function makeVoice(
  context: BaseAudioContext,
  stem: Stem,
  voiceAtSeconds: number,
  { fromSeconds, lengthSeconds, at }: MixSpan,
): { source: AudioBufferSourceNode; at: number } | null {
  const { sampleRate } = stem.info;
  const into = Math.round((fromSeconds - voiceAtSeconds) * sampleRate);
  const skipped = Math.max(0, into);
  const end = into + Math.ceil(lengthSeconds * sampleRate);
  const length = end - skipped;
  if (length <= 0) return null;
  const buffer = new AudioBuffer({ length, sampleRate });
  buffer.copyToChannel(readStem(stem, firstFrame(stem) + skipped, length), 0);
  return {
    source: new AudioBufferSourceNode(context, { buffer }),
    at: at + (skipped - into) / sampleRate,
  };
}

/** Turns as it was turned while recording. */
function makeLevel(
  context: BaseAudioContext,
  changes: readonly LevelChange[],
  { fromSeconds, at }: MixSpan,
): GainNode {
  const before = changes.filter((change) => change.atSeconds <= fromSeconds);
  const first = before.at(-1) ?? changes[0];
  const node = new GainNode(context, { gain: first?.level ?? 1 });
  for (const { atSeconds, level } of changes) {
    if (atSeconds <= fromSeconds) continue;
    const when = at + atSeconds - fromSeconds;
    node.gain.setTargetAtTime(level, when, LEVEL_GLIDE_SECONDS);
  }
  return node;
}
