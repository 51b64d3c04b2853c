import { reportedInputLatency } from "../signal/microphone";

/** Device ids that stand for another device. */
const ALIASES: ReadonlySet<string> = new Set(["default", "communications"]);

/** Identity of a microphone, read while it was open. */
export interface InputDevice {
  readonly deviceId: string;
  readonly groupId: string;
  readonly label: string;
  /** In seconds; undefined if the browser does not report it. */
  readonly latency: number | undefined;
}

/** Describes the device behind an open microphone. */
export function inputDeviceOf(microphone: MediaStream): InputDevice {
  const track = microphone.getAudioTracks()[0];
  const { deviceId = "", groupId = "" } = track?.getSettings() ?? {};
  const latency = reportedInputLatency(microphone);
  return { deviceId, groupId, label: track?.label ?? "", latency };
}

/** A device as pages can recognise it after a reload. */
export interface KnownDevice {
  /** Id of the device itself, even if it was chosen as the default. */
  readonly deviceId: string;
  /** Empty while the browser hides device names. */
  readonly label: string;
}

/**
 * Returns a key for the devices that will record the next take, which are the browser's defaults.
 * `seen` is the microphone that was opened last, for browsers that hide the names of their devices
 * while no microphone is open. Resolves to null while the names are unknown.
 */
export async function nameDevices(
  seen: InputDevice | null,
  hasHeadphones: boolean,
): Promise<string | null> {
  const devices = await listDevices();
  const listed = knownDefault(devices, "audioinput");
  const input =
    listed && listed.label !== "" ? listed : known(devices, "audioinput", seen);
  if (!input) return null;
  const output = knownDefault(devices, "audiooutput");
  return JSON.stringify([
    input.deviceId,
    input.label,
    output?.deviceId ?? "",
    output?.label ?? "",
    hasHeadphones ? "raw" : "echo cancelled",
  ]);
}

/**
 * Returns the id of the device behind an open microphone. Chromium moves a stream of its "default"
 * device to another device without an event when the system's default changes.
 */
export async function deviceBehind(microphone: MediaStream): Promise<string> {
  const { deviceId } = inputDeviceOf(microphone);
  if (!ALIASES.has(deviceId)) return deviceId;
  return knownDefault(await listDevices(), "audioinput")?.deviceId ?? deviceId;
}

/** The microphone and the speakers that a take would use. */
export async function findDefaultDevices() {
  const devices = await listDevices();
  return {
    input: knownDefault(devices, "audioinput"),
    output: knownDefault(devices, "audiooutput"),
  };
}

function knownDefault(
  devices: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
) {
  return known(devices, kind, defaultOf(devices, kind));
}

/**
 * Finds the real device behind Chromium's "default" device by its group. Chromium gives groups new
 * names whenever a page loads, so a group cannot be stored itself.
 */
function known(
  devices: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
  device:
    Pick<InputDevice, "deviceId" | "groupId" | "label"> | null | undefined,
): KnownDevice | undefined {
  if (!device) return undefined;
  const isBehind = (other: MediaDeviceInfo) =>
    other.kind === kind &&
    other.groupId === device.groupId &&
    !ALIASES.has(other.deviceId);
  const real =
    ALIASES.has(device.deviceId) && device.groupId !== ""
      ? devices.find(isBehind)
      : undefined;
  return { deviceId: real?.deviceId ?? device.deviceId, label: device.label };
}

async function listDevices(): Promise<MediaDeviceInfo[]> {
  try {
    return await navigator.mediaDevices.enumerateDevices();
  } catch {
    return [];
  }
}

/**
 * The browser's default device: the one called "default" in some browsers, otherwise the first in
 * the list.
 */
function defaultOf(
  devices: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
): MediaDeviceInfo | undefined {
  const ofKind = devices.filter((device) => device.kind === kind);
  return ofKind.find((device) => device.deviceId === "default") ?? ofKind[0];
}
