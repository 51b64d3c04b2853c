/** Simulates what can happen to microphones. Every function except the first runs in the page. */
import type { Page } from "@playwright/test";

/** Lets `areMicrophonesClosed` know of every microphone that a page opens. */
export async function noteMicrophones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { openedTracks: tracks });
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

/** Returns whether there were microphones and all of them are closed. */
export function areMicrophonesClosed(): boolean {
  const { openedTracks } = window as unknown as {
    openedTracks: MediaStreamTrack[]; // set by `noteMicrophones`
  };
  return (
    openedTracks.length > 0 &&
    openedTracks.every(({ readyState }) => readyState === "ended")
  );
}

/**
 * The browser moves its "default" microphone from the earbuds to the laptop at
 * the event "unplug".
 */
export function pretendTwoMicrophones(): void {
  const devices = navigator.mediaDevices;
  let group = "earbuds";
  const input = (deviceId: string, groupId: string) =>
    ({ kind: "audioinput", deviceId, groupId, label: deviceId }) as never; // only what the app reads
  devices.enumerateDevices = () =>
    Promise.resolve([
      input("default", group),
      input("id of earbuds", "earbuds"),
      input("id of laptop", "laptop"),
    ]);
  MediaStreamTrack.prototype.getSettings = () => ({ deviceId: "default" });
  window.addEventListener("unplug", () => {
    group = "laptop";
    devices.dispatchEvent(new Event("devicechange"));
  });
}

/**
 * When the window gets the event `loss`, every microphone is unplugged, or muted as by a phone
 * call.
 */
export function pretendLoss(loss: "unplug" | "call"): void {
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    window.addEventListener(loss, () => {
      for (const track of stream.getTracks()) {
        if (loss === "call") {
          Object.defineProperty(track, "muted", { value: true });
          track.dispatchEvent(new Event("mute"));
        } else track.dispatchEvent(new Event("ended"));
      }
    });
    return stream;
  };
}
