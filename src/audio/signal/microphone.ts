/**
 * The microphone settings for a take. With headphones, the voice is captured unprocessed. Without
 * them, the microphone picks up the beat, so echo cancellation stays on and costs some quality.
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

/**
 * Returns how loud the performer hears the beat, as a fraction of the beat's level. The beat is
 * quieter on loudspeakers, so that the microphone picks up less of it.
 */
export function monitorLevel(hasHeadphones: boolean): number {
  return hasHeadphones ? 1 : 0.35;
}

/**
 * The input latency in seconds; undefined if the browser does not report it. TypeScript's library
 * does not declare the setting yet.
 */
export function reportedInputLatency(stream: MediaStream): number | undefined {
  const settings: Record<string, unknown> = {
    ...stream.getAudioTracks()[0]?.getSettings(),
  };
  return typeof settings.latency === "number" ? settings.latency : undefined;
}
