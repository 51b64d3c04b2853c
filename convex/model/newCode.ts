import { toHex } from "./sha256";

const CODE_BYTES = 32;

/** Too long to be guessed, so no code needs a count of attempts. */
export const newCode = () =>
  toHex(crypto.getRandomValues(new Uint8Array(CODE_BYTES)).buffer);
