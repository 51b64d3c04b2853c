import { plainWav } from "../../signal/plainWav";

const RATE = 8_000;
/** Systems show a lock screen only for sounds of some length. */
const SECONDS = 6;
const ZERO = 128; // in samples of 8 bits

/**
 * An audio element that plays nothing, in a loop. Only elements get a lock screen, and on phones they
 * keep the sound of the page going while the screen is off.
 */
export function silentElement(): HTMLAudioElement {
  const element = new Audio(silentUrl());
  element.loop = true;
  return element;
}

/** Makes an address of silence, which its user revokes. */
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
