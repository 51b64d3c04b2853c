/**
 * With headphones nothing may touch the voice. Without them the beat comes back in through the microphone, so echo
 * cancellation has to stay on, at the price of some quality.
 */
export function microphoneConstraints(
  hasHeadphones: boolean,
): MediaStreamConstraints {
  return {
    audio: {
      echoCancellation: !hasHeadphones,
      noiseSuppression: false,
      autoGainControl: false,
      channelCount: 1,
    },
  };
}

/** The beat is quieter on loudspeakers: what the canceller does not hear it need not remove. */
export function monitorLevel(hasHeadphones: boolean): number {
  return hasHeadphones ? 1 : 0.35;
}

/** Seconds; browsers that do not know leave it out, and TypeScript's library does not list it yet. */
export function reportedInputLatency(stream: MediaStream): number | undefined {
  const settings: Record<string, unknown> = {
    ...stream.getAudioTracks()[0]?.getSettings(),
  };
  return typeof settings.latency === "number" ? settings.latency : undefined;
}
