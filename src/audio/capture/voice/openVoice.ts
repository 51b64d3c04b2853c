import { openSteadyVoice } from "./steadyVoice";
import type { VoiceInput } from "./voiceInput";

/** Opens the microphone's sound as a node, with a constant delay where the browser allows it. */
export async function openVoice(
  context: AudioContext,
  microphone: MediaStream,
): Promise<VoiceInput> {
  const [track] = microphone.getAudioTracks();
  const steady = track ? await openSteadyVoice(context, track) : null;
  return steady ?? browserVoice(context, microphone);
}

function browserVoice(
  context: AudioContext,
  microphone: MediaStream,
): VoiceInput {
  const node = context.createMediaStreamSource(microphone);
  return {
    node,
    bufferSeconds: 0,
    listen: null,
    interruptions: () => 0,
    close: () => node.disconnect(),
  };
}
