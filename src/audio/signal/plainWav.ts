/** Makes a WAV file with one format chunk and one block of samples. */
export function plainWav(
  format: Uint8Array,
  samples: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const padding = new Uint8Array(samples.length % 2);
  const chunks = [...chunk("fmt ", format), ...chunk("data", samples), padding];
  const size = chunks.reduce((sum, { length }) => sum + length, 4);
  return joinBytes([text("RIFF"), size32(size), text("WAVE"), ...chunks]);
}

export function joinBytes(
  parts: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const chunk = (name: string, content: Uint8Array) => [
  text(name),
  size32(content.length),
  content,
];

const text = (value: string) => new TextEncoder().encode(value);

function size32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
