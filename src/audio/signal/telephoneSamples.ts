/** Decoders for the two 8-bit encodings of telephone networks (ITU-T G.711). */

const SIGN = 0x80;

export const fromALaw = (samples: Uint8Array): Uint8Array =>
  as16Bits(samples, (byte) => {
    const value = byte ^ 0x55;
    const exponent = (value >> 4) & 7;
    const mantissa = ((value & 15) << 4) + 8;
    const size =
      exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
    return (value & SIGN) === 0 ? -size : size;
  });

export const fromMuLaw = (samples: Uint8Array): Uint8Array =>
  as16Bits(samples, (byte) => {
    const value = ~byte & 0xff;
    const exponent = (value >> 4) & 7;
    const size = ((((value & 15) << 3) + 0x84) << exponent) - 0x84;
    return (value & SIGN) === 0 ? size : -size;
  });

function as16Bits(
  samples: Uint8Array,
  decode: (byte: number) => number,
): Uint8Array {
  const made = new DataView(new ArrayBuffer(2 * samples.length));
  samples.forEach((byte, index) =>
    made.setInt16(2 * index, decode(byte), true),
  );
  return new Uint8Array(made.buffer);
}
