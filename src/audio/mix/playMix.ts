import { beatSource, type BeatSound, placeIn } from "../signal/beatSound";
import type { CaptureLevels } from "../signal/captureLevels";
import { LEVEL_GLIDE_SECONDS } from "../signal/masterBus";
import { connectVoice } from "./connectVoice";
import { type MixLevels, type PartPowers, planLevels } from "./levelPlan";
import { beatLevelOf, type LevelChange, planMix, soundOf } from "./mixPlan";
import type { VoiceMix } from "../store/voiceMix";
import { chainDelaySeconds } from "./voiceSound";
import { firstFrame, readStem, type Stem } from "../store/stem";

/** The sources of a mix. */
export interface MixParts {
  readonly stem: Stem;
  /** The loop repeats as it did when the take was recorded. */
  readonly beat: BeatSound;
  readonly powers: PartPowers;
}

export interface MixSpan {
  /** Position in the mix to start from. */
  readonly fromSeconds: number;
  readonly lengthSeconds: number;
  /** Start time in seconds on the context's clock. */
  readonly at: number;
}

/** The gain nodes of a mix that has been scheduled to play. */
export interface MixGains {
  /** `VoiceMix.voice` times the gain that brings the voice to its level against the beat. */
  readonly voice: GainNode;
  /** `VoiceMix.beat`. */
  readonly beat: GainNode;
  readonly master: GainNode;
}

/** The gains that play a mix at `MIX_LUFS`; see `planLevels`. */
export function levelsOf(
  { stem, powers }: MixParts,
  mix: VoiceMix,
): MixLevels & CaptureLevels {
  const plan = planMix(stem, mix.timingMs);
  const beat = beatLevelOf(mix);
  const levels = planLevels(plan, powers, { voice: mix.voice, beat });
  return { ...levels, voice: levels.voiceOut * mix.voice, beat };
}

/**
 * Schedules a span of the mix of voice and looping beat on `output`. Returns the gains, so that the
 * caller can change the levels later.
 */
export function playMix(
  output: AudioNode,
  parts: MixParts,
  mix: VoiceMix,
  span: MixSpan,
): MixGains {
  const { context } = output;
  const { stem, beat } = parts;
  const plan = planMix(stem, mix.timingMs);
  const levels = levelsOf(parts, mix);
  const sound = soundOf(mix);
  const master = new GainNode(context, { gain: levels.master });
  const trim = new GainNode(context, { gain: levels.voice });
  const beatTrim = new GainNode(context, { gain: levels.beat });
  master.connect(output);

  const voiceAtSeconds = plan.voiceAtSeconds - chainDelaySeconds(sound);
  const voice = makeVoice(context, stem, voiceAtSeconds, span);
  if (voice) {
    const level = makeLevel(context, plan.voiceLevels, span);
    const input = new GainNode(context, { gain: levels.voiceIn });
    voice.source.connect(input);
    connectVoice(input, sound).connect(level).connect(trim).connect(master);
    voice.source.start(voice.at);
  }

  const source = beatSource(context, beat);
  const beatLevel = makeLevel(context, plan.beatLevels, span);
  source.connect(beatLevel).connect(beatTrim).connect(master);
  const intoBeat = span.fromSeconds - plan.beatAtSeconds;
  source.start(
    span.at + Math.max(0, -intoBeat),
    placeIn(beat, Math.max(0, intoBeat) + plan.beatFromSeconds),
  );
  source.stop(span.at + span.lengthSeconds);
  return { voice: trim, beat: beatTrim, master };
}

/**
 * Makes a source for the voice in this span; null if the stem has no frames there. Unpacks only the
 * frames of the span, because a whole verse would need much memory.
 */
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

/** Makes a gain node that repeats the level changes of the take. */
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
