import type { UploadTokenCheck } from "../runtime/contract/runtime.ts";
import { HttpError } from "../http/httpError.ts";

type Token = Extract<UploadTokenCheck, { ok: true }>;

/** Held by one upload, from before its first byte is read. */
export interface Reservation {
  /** Marks the token as used: it has produced a file. */
  use(): void;
  /** Ends the upload. Unless it was used, the token can be tried again. */
  release(): void;
}

/**
 * Allows each token one upload at a time, and none after a success, before
 * reading any bytes. It only saves work and forgets everything on restart:
 * `registerFile` checks in its transaction that a token makes at most one file.
 */
export class UploadReservations {
  readonly #underWay = new Set<string>();
  /** Expiry time by nonce, in order of use. */
  readonly #used = new Map<string, number>();

  /**
   * @throws HttpError 409 while another upload uses the token, 400 once it is
   * used
   */
  reserve({ nonce, expiresAt }: Token): Reservation {
    this.#forgetExpired(Date.now());
    if (this.#underWay.has(nonce)) {
      throw new HttpError(
        409,
        "UploadUnderWay",
        "A file is already being uploaded to this URL. Call generateUploadUrl for each file.",
      );
    }
    if (this.#used.has(nonce)) {
      throw new HttpError(
        400,
        "UploadRefused",
        "The upload URL has been used already. Call generateUploadUrl for each file.",
      );
    }
    this.#underWay.add(nonce);
    return {
      use: () => this.#used.set(nonce, expiresAt),
      release: () => this.#underWay.delete(nonce),
    };
  }

  #forgetExpired(now: number): void {
    for (const [nonce, expiresAt] of this.#used) {
      if (expiresAt >= now) return;
      this.#used.delete(nonce);
    }
  }
}
