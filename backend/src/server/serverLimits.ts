/** The limits of the server, from its options and fixed sizes. */
import type { AdmissionLimits } from "../admission/admission.ts";
import type { Options } from "./options.ts";

const mebibyte = 1024 * 1024;
/** Arguments may have 16 MiB; the rest is for the message around them. */
const maxMessageBytes = 17 * mebibyte;
export const maxHttpActionBodyBytes = 20 * mebibyte;
export const maxPushBytes = 256 * mebibyte;

export function syncLimits(options: Options) {
  return {
    maxMessageBytes,
    maxSessions: options.maxSessions,
    maxSessionsPerAddress: options.maxSessionsPerAddress,
    maxSessionsPerAccount: options.maxSessionsPerAccount,
    softBufferBytes: mebibyte,
    hardBufferBytes: 64 * mebibyte,
    maxResultBytes: 20 * mebibyte,
    expiredGraceMs: 10_000,
  };
}

/**
 * Maps the options to limits. Callers with a token may send the largest
 * arguments that a message can hold.
 */
export function admissionLimits(options: Options): AdmissionLimits {
  return {
    anonymous: {
      maxArgumentBytes: options.maxAnonymousArgumentBytes,
      held: budget(
        options.maxAnonymousHeldBytesPerAddress,
        options.maxAnonymousHeldBytes,
      ),
      answers: budget(
        2 * options.maxAnonymousHeldBytesPerAddress,
        2 * options.maxAnonymousHeldBytes,
      ),
      maxQueriesPerSession: options.maxAnonymousQueriesPerSession,
      maxQueriesPerAddress: options.maxAnonymousQueriesPerAddress,
      maxQueriesPerAccount: Infinity,
      maxPendingRequests: 1_000,
      maxPendingBytes: options.maxAnonymousArgumentBytes,
      minBodyBytesPerSecond: options.minAnonymousBodyBytesPerSecond,
      bodyWindowMs: 5_000,
    },
    identified: {
      maxArgumentBytes: maxMessageBytes,
      held: budget(options.maxHeldBytesPerAddress, options.maxHeldBytes),
      answers: budget(
        2 * options.maxHeldBytesPerAddress,
        2 * options.maxHeldBytes,
      ),
      maxQueriesPerSession: options.maxQueriesPerSession,
      maxQueriesPerAddress: options.maxQueriesPerAddress,
      maxQueriesPerAccount: options.maxQueriesPerAccount,
      maxPendingRequests: 1_000,
      maxPendingBytes: 2 * maxMessageBytes,
      // A phone whose signal comes and goes is silent for up to 20 s.
      minBodyBytesPerSecond: 1_024,
      bodyWindowMs: 30_000,
    },
  };
}

/** Half of the total is kept for callers who hold little. */
const budget = (perAddress: number, total: number) => ({
  perAddress,
  total,
  reserved: total / 2,
});
