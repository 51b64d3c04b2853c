const RATE = 8_000;
/** Systems show a lock screen only for sounds of some length. */
const SECONDS = 6;
const HEADER_BYTES = 44;
const ZERO = 128; // in samples of 8 bits

/**
 * An audio element that plays nothing, in a loop. Only elements get a lock screen, and on phones they
 * keep the sound of the page going while the screen is off.
 */
export function silentElement(): HTMLAudioElement {
  const element = new Audio(URL.createObjectURL(silentWav()));
  element.loop = true;
  return element;
}

function silentWav(): Blob {
  const size = RATE * SECONDS;
  const bytes = new Uint8Array(HEADER_BYTES + size).fill(ZERO, HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const put = (at: number, text: string) =>
    bytes.set(new TextEncoder().encode(text), at);
  put(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + size, true);
  put(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  put(36, "data");
  view.setUint32(40, size, true);
  return new Blob([bytes], { type: "audio/wav" });
}
