/**
 * A virtual cable from the speakers to the microphone. In the page, the app's
 * audio output comes back into its microphone after a known delay. A performer
 * at the far end raps exactly on the beat that arrives there. Everything else
 * is the app's own: contexts, worklets, recorders and files.
 *
 * The cable lies inside the audio graph, so its delay is exact to the sample on
 * a busy machine too. The app takes its sound as it does in browsers that hand
 * out no samples of a microphone. The story `cable` and the study `studio`
 * measure with a real sound server.
 */
import type { Page } from "@playwright/test";
import { fixture } from "./audio.ts";

/**
 * The performer's sound. It contains markers, so it can be located exactly in a
 * recording.
 */
export const PERFORMANCE = "mic-marker-48k-mono.wav";

interface CableOptions {
  /** Delay from the speakers to the microphone. */
  readonly delaySeconds: number;
  /**
   * Gain from the speakers to the microphone; 0 means the microphone hears no
   * test sound.
   */
  readonly loudness?: number;
}

/** Installs the cable in pages that are opened afterwards. */
export async function plugCable(
  page: Page,
  { delaySeconds, loudness = 1 }: CableOptions,
): Promise<void> {
  await page.route("**/performance.wav", (route) =>
    route.fulfill({ path: fixture(PERFORMANCE) }),
  );
  await page.addInitScript(installCable, { delaySeconds, loudness });
}

/** Runs in the page before the app does. */
function installCable({
  delaySeconds,
  loudness,
}: Required<CableOptions>): void {
  interface Cable {
    readonly air: GainNode;
    readonly entry: DelayNode;
    readonly end: MediaStreamAudioDestinationNode;
    performance: AudioBuffer | null;
  }
  const cables = new WeakMap<BaseAudioContext, Cable>();
  let latest: AudioContext | null = null;
  /**
   * Methods declared as properties, so that they can be replaced, and only with
   * the overloads that the app calls.
   */
  interface Patched {
    connect: (this: AudioNode, ...to: unknown[]) => AudioNode;
  }
  interface PatchedSource {
    start: (this: AudioBufferSourceNode, when?: number) => void;
  }
  interface PatchedScheduled {
    stop: (this: AudioScheduledSourceNode, when?: number) => void;
  }
  interface PatchedContext {
    createMediaStreamSource: (
      this: AudioContext,
      stream: MediaStream,
    ) => AudioNode;
  }
  const nodes = AudioNode.prototype as unknown as Patched; // `connect` has two overloads
  const sources: PatchedSource = AudioBufferSourceNode.prototype;
  const scheduled: PatchedScheduled = AudioScheduledSourceNode.prototype;
  const performers = new WeakMap<AudioNode, AudioBufferSourceNode>();
  const contexts: PatchedContext = AudioContext.prototype;
  const voices = new WeakSet<MediaStream>();
  const { createMediaStreamSource } = contexts;
  const { connect } = nodes;
  const { start } = sources;
  const { stop } = scheduled;

  const cableOf = (context: BaseAudioContext): Cable | undefined => {
    if (!(context instanceof AudioContext)) return undefined;
    let cable = cables.get(context);
    if (!cable) {
      const air = new GainNode(context, { gain: loudness });
      const entry = new DelayNode(context, {
        delayTime: delaySeconds,
        maxDelayTime: delaySeconds + 0.1,
      });
      const end = context.createMediaStreamDestination();
      cable = { air, entry, end, performance: null };
      connect.call(air, entry);
      connect.call(entry, end);
      cables.set(context, cable);
    }
    return cable;
  };

  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      // oxlint-disable-next-line typescript/no-this-alias -- the microphone uses the newest context
      latest = this;
    }
  };
  nodes.connect = function (...to) {
    if (to[0] instanceof AudioDestinationNode) {
      const air = cableOf(this.context)?.air;
      if (air) connect.call(this, air);
    }
    return connect.apply(this, to);
  };
  // Only the beat loops. While it plays, the microphone hears the performer and
  // not the speakers, as if the rapper wore earphones.
  sources.start = function (...when) {
    start.apply(this, when);
    const cable = this.loop ? cableOf(this.context) : undefined;
    if (!cable) return;
    cable.air.gain.value = 0;
    const performer = new AudioBufferSourceNode(this.context, {
      buffer: cable.performance,
    });
    connect.call(performer, cable.entry);
    start.apply(performer, when);
    performers.set(this, performer);
  };
  // The performer falls silent with the beat, and is not heard in the next take.
  scheduled.stop = function (...when) {
    stop.apply(this, when);
    const performer = performers.get(this);
    if (performer) stop.apply(performer, when);
  };

  Reflect.deleteProperty(window, "MediaStreamTrackProcessor");
  contexts.createMediaStreamSource = function (stream) {
    const cable = voices.has(stream) ? cableOf(this) : undefined;
    if (!cable) return createMediaStreamSource.call(this, stream);
    const voice = new GainNode(this);
    connect.call(cable.entry, voice);
    return voice;
  };

  const { mediaDevices } = navigator;
  const device = { deviceId: "cable", groupId: "", label: "Cable" };
  mediaDevices.enumerateDevices = async () =>
    ["audioinput", "audiooutput"].map((kind) => ({
      ...device,
      kind: kind as MediaDeviceKind, // both strings above are valid kinds
      toJSON: () => device,
    }));
  mediaDevices.getUserMedia = async () => {
    const cable = latest && cableOf(latest);
    if (!latest || !cable) throw new Error("The app has no audio context.");
    const file = await fetch("/performance.wav");
    cable.performance = await latest.decodeAudioData(await file.arrayBuffer());
    cable.air.gain.value = loudness;
    // The app stops what it was given; the next request gets the cable again.
    const stream = cable.end.stream.clone();
    for (const track of stream.getTracks()) {
      track.getSettings = () => ({ deviceId: device.deviceId });
      Object.defineProperty(track, "label", { value: device.label });
    }
    voices.add(stream);
    return stream;
  };
}
