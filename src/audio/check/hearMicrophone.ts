import { wait } from "../../lib/wait";
import { Scope } from "../../lib/scope";
import { meterLevel } from "../signal/meterLevel";
import { microphoneConstraints } from "../signal/microphone";
import { judgeLevel, type LevelVerdict } from "./judgeLevel";

/** How long a mic check listens. Even with the time to open the microphone, a check stays under ten seconds. */
export const LISTEN_MS = 6_000;
const READ_EVERY_MS = 100;
const SAMPLES = 4_096;
/** Every microphone sends nothing at first. */
const PATIENCE_MS = 1_000;

export interface Hearing {
  /** From 0 to 1, for a meter. */
  readonly level: number;
  readonly verdict: LevelVerdict;
}

/**
 * Opens the microphone and reports what it hears until the time is over or the signal aborts. The
 * microphone is closed before this resolves. Rejects if there is none or it was refused. Must be called from a
 * click handler.
 */
export async function hearMicrophone(
  hasHeadphones: boolean,
  { signal, onHeard }: { signal: AbortSignal; onHeard: (h: Hearing) => void },
): Promise<void> {
  const scope = new Scope();
  try {
    const context = new AudioContext();
    scope.add(() => void context.close());
    // Called within the tap, because some browsers suspend a new context until a tap resumes it.
    void context.resume();
    const constraints = microphoneConstraints(hasHeadphones);
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    scope.stream(stream);
    const meter = new AnalyserNode(context, { fftSize: SAMPLES });
    context.createMediaStreamSource(stream).connect(meter);
    await listen(meter, signal, onHeard);
  } finally {
    scope.dispose();
  }
}

async function listen(
  meter: AnalyserNode,
  signal: AbortSignal,
  onHeard: (hearing: Hearing) => void,
): Promise<void> {
  const samples = new Float32Array(SAMPLES);
  let loudest = 0;
  let peak = 0;
  for (let ms = 0; ms < LISTEN_MS && !signal.aborted; ms += READ_EVERY_MS) {
    await wait(READ_EVERY_MS);
    meter.getFloatTimeDomainData(samples);
    const level = meterLevel(samples);
    loudest = Math.max(loudest, level);
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    if (peak === 0 && ms < PATIENCE_MS) continue;
    onHeard({ level, verdict: judgeLevel({ loudest, peak }) });
  }
}
