import { plainWav } from "../../signal/plainWav";

const RATE = 8_000;
/** Length of the silence: systems show a lock screen only for sounds of some length. */
const SECONDS = 6;
const ZERO = 128; // silence in 8-bit samples

/**
 * An audio element that plays silence in a loop. Systems show a lock screen only for elements, and
 * on phones an element keeps the page's sound going while the screen is off.
 */
export function silentElement(): HTMLAudioElement {
  const element = new Audio(silentUrl());
  element.loop = true;
  return element;
}

/** Returns a blob address of silence, which the caller revokes. */
export function silentUrl(): string {
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, 1, true); // PCM
  format.setUint16(2, 1, true); // channels
  format.setUint32(4, RATE, true);
  format.setUint32(8, RATE, true); // bytes in a second
  format.setUint16(12, 1, true); // bytes in a sample
  format.setUint16(14, 8, true); // bits in a sample
  const samples = new Uint8Array(RATE * SECONDS).fill(ZERO);
  const file = plainWav(new Uint8Array(format.buffer), samples);
  return URL.createObjectURL(new Blob([file], { type: "audio/wav" }));
}
