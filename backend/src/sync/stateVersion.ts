import type { StateVersion } from "./protocol.ts";

/** The client is ahead or behind: it must start anew, which code 1011 makes it do. */
export class VersionError extends Error {
  override readonly name = "VersionError";
}

export function requireVersion(
  name: string,
  base: number,
  current: number,
): void {
  if (base === current) return;
  throw new VersionError(`The ${name} version is ${current}, not ${base}.`);
}

export function versionKey({ querySet, identity, ts }: StateVersion): string {
  return `${querySet}.${identity}.${ts}`;
}

export function maxTs(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
