/**
 * A loop without air: in the page, what the app sends to the speakers comes back
 * into its microphone after a known time. A performer at the other end raps
 * exactly on the beat that arrives there. Everything else is the app's own: its
 * contexts, worklets, recorders and files.
 */
import type { Page } from "@playwright/test";
import { fixture } from "./audio.ts";

/** What the performer raps: its place in a recording can be found exactly. */
export const PERFORMANCE = "mic-marker-48k-mono.wav";

interface CableOptions {
  /** From the speakers to the microphone. */
  readonly delaySeconds: number;
  /** What the microphone hears of the speakers; 0 pulls the plug. */
  readonly loudness?: number;
}

export async function plugCable(
  page: Page,
  { delaySeconds, loudness = 1 }: CableOptions,
): Promise<void> {
  await page.route("**/performance.wav", (route) =>
    route.fulfill({ path: fixture(PERFORMANCE) }),
  );
  await page.addInitScript(installCable, { delaySeconds, loudness });
}

/** Runs in the page, before the app. */
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
  /** As properties, which may be taken off and put back, of the overloads only what the app is known to call. */
  interface Patched {
    connect: (this: AudioNode, ...to: unknown[]) => AudioNode;
  }
  interface PatchedSource {
    start: (this: AudioBufferSourceNode, when?: number) => void;
  }
  const nodes = AudioNode.prototype as unknown as Patched; // two overloads under one name
  const sources: PatchedSource = AudioBufferSourceNode.prototype;
  const { connect } = nodes;
  const { start } = sources;

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
      // eslint-disable-next-line @typescript-eslint/no-this-alias -- the microphone belongs to the last one made
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
  // The beat is the one sound that loops: while it plays, the performer is heard, and the earbud is in the ear.
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
  };

  const { mediaDevices } = navigator;
  const device = { deviceId: "cable", groupId: "", label: "Cable" };
  mediaDevices.enumerateDevices = async () =>
    ["audioinput", "audiooutput"].map((kind) => ({
      ...device,
      kind: kind as MediaDeviceKind, // the two above are
      toJSON: () => device,
    }));
  mediaDevices.getUserMedia = async () => {
    const cable = latest && cableOf(latest);
    if (!latest || !cable) throw new Error("The app has no audio context.");
    const file = await fetch("/performance.wav");
    cable.performance = await latest.decodeAudioData(await file.arrayBuffer());
    cable.air.gain.value = loudness;
    for (const track of cable.end.stream.getTracks()) {
      track.getSettings = () => ({ deviceId: device.deviceId });
      Object.defineProperty(track, "label", { value: device.label });
    }
    return cable.end.stream;
  };
}
