/**
 * Names what a take is captured with. Without an open microphone it is a guess at what the browser would open, and null
 * before it may tell: devices have no names until the microphone was allowed once.
 */
export async function nameDevices(
  microphone: MediaStream | null,
  hasHeadphones: boolean,
): Promise<string | null> {
  const devices = await listDevices();
  const track = microphone?.getAudioTracks()[0];
  const guess = defaultOf(devices, "audioinput");
  const input = track
    ? { deviceId: track.getSettings().deviceId ?? "", label: track.label }
    : guess;
  if (!input || (!track && input.label === "")) return null;
  const output = defaultOf(devices, "audiooutput");
  return JSON.stringify([
    input.deviceId,
    input.label,
    output?.deviceId ?? "",
    output?.label ?? "",
    hasHeadphones ? "raw" : "echo cancelled",
  ]);
}

async function listDevices(): Promise<MediaDeviceInfo[]> {
  try {
    return await navigator.mediaDevices.enumerateDevices();
  } catch {
    return [];
  }
}

/** Browsers list what they would use first, some under the name "default". */
function defaultOf(
  devices: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
): MediaDeviceInfo | undefined {
  const ofKind = devices.filter((device) => device.kind === kind);
  return ofKind.find((device) => device.deviceId === "default") ?? ofKind[0];
}
