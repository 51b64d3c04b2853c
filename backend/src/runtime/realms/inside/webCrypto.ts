import type { RealmHost } from "./realmHost.ts";
import type { RealmErrors } from "./errors.ts";

type Method = (...args: unknown[]) => Promise<unknown>;

/** Installs `crypto`: the engine's, with results turned into objects of the realm. */
export function installCrypto(host: RealmHost, errors: RealmErrors): void {
  // The engine's `crypto` is looked up on use, because it takes long to load.
  const engine = () => host.global("crypto") as typeof globalThis.crypto;
  const tagOf = (value: object) =>
    Object.prototype.toString.call(value).slice(8, -1);
  const adopt = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const tag = tagOf(value);
    if (tag === "CryptoKey") return value;
    if (tag === "ArrayBuffer") {
      return Object.setPrototypeOf(value, ArrayBuffer.prototype) as unknown;
    }
    // The value is a pair of keys, or a key as JSON.
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        Array.isArray(part) ? Array.from(part as unknown[]) : (part as unknown),
      ]),
    );
  };
  const names = [
    "encrypt",
    "decrypt",
    "sign",
    "verify",
    "digest",
    "generateKey",
    "deriveKey",
    "deriveBits",
    "importKey",
    "exportKey",
    "wrapKey",
    "unwrapKey",
  ];
  const subtle: Record<string, unknown> = {};
  for (const name of names) {
    subtle[name] = (...args: unknown[]) => {
      const all = engine().subtle as unknown as Record<string, Method>;
      return errors.promised((all[name] as Method).apply(all, args), adopt);
    };
  }
  const own = {
    subtle,
    randomUUID: () => engine().randomUUID(),
    getRandomValues: (array: Uint8Array<ArrayBuffer>) => {
      try {
        engine().getRandomValues(array);
        return array;
      } catch (error) {
        throw errors.adopt(error);
      }
    },
  };
  Object.defineProperty(globalThis, "crypto", {
    value: own,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
