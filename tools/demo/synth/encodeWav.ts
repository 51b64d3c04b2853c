import { SAMPLE_RATE } from "./sound.ts";

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;
const FULL_SCALE = 32_767;

/**
 * Encodes samples as a 16-bit WAV file. All channels must have the same length.
 */
export function encodeWav(
  channels: readonly Float32Array[],
): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const frameBytes = channels.length * SAMPLE_BYTES;
  const file = new DataView(
    new ArrayBuffer(HEADER_BYTES + frames * frameBytes),
  );
  writeHeader(file, channels.length);
  channels.forEach((channel, index) => {
    let at = HEADER_BYTES + index * SAMPLE_BYTES;
    for (const sample of channel) {
      const held = Math.max(-1, Math.min(1, sample));
      file.setInt16(at, Math.round(held * FULL_SCALE), true);
      at += frameBytes;
    }
  });
  return new Uint8Array(file.buffer);
}

function writeHeader(file: DataView<ArrayBuffer>, channelCount: number): void {
  const frameBytes = channelCount * SAMPLE_BYTES;
  writeText(file, 0, "RIFF");
  file.setUint32(4, file.byteLength - 8, true);
  writeText(file, 8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, channelCount, true);
  file.setUint32(24, SAMPLE_RATE, true);
  file.setUint32(28, SAMPLE_RATE * frameBytes, true);
  file.setUint16(32, frameBytes, true);
  file.setUint16(34, SAMPLE_BYTES * 8, true);
  writeText(file, 36, "data");
  file.setUint32(40, file.byteLength - HEADER_BYTES, true);
}

function writeText(file: DataView, at: number, text: string): void {
  for (let i = 0; i < text.length; i += 1)
    file.setUint8(at + i, text.charCodeAt(i));
}
