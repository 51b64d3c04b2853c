import type { StateVersion } from "./protocol.ts";

/**
 * The client's version does not match the server's. Closing with code 1011
 * makes the client reconnect and start over.
 */
export class VersionError extends Error {
  override readonly name = "VersionError";
}

/** @throws VersionError if the client's `base` is not the `current` version */
export function requireVersion(
  name: string,
  base: number,
  current: number,
): void {
  if (base === current) return;
  throw new VersionError(`The ${name} version is ${current}, not ${base}.`);
}

/** Returns the version as text, for use as a map key. */
export function versionKey({ querySet, identity, ts }: StateVersion): string {
  return `${querySet}.${identity}.${ts}`;
}

export function maxTs(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
