/**
 * Turns objects of the engine's classes into objects of the classes that the app
 * sees.
 */
export type Adopt = (value: unknown) => unknown;

export interface Adopters {
  readonly asIs: Adopt;
  /** For instances of the web class of this name. */
  readonly asOwn: (name: string) => Adopt;
  readonly asBuffer: Adopt;
  readonly asBytes: Adopt;
  readonly asRecord: Adopt;
  readonly asJson: Adopt;
}

/** `classOf` returns the realm's class of a name. */
export function makeAdopters(
  classOf: (name: string) => { readonly prototype: unknown },
): Adopters {
  const { setPrototypeOf, deleteProperty } = Reflect;
  const asBuffer: Adopt = (value) => {
    setPrototypeOf(value as object, ArrayBuffer.prototype);
    return value;
  };
  return {
    asIs: (value) => value,
    asOwn: (name) => (value) => {
      setPrototypeOf(value as object, classOf(name).prototype as object);
      // Node gives slices of blobs a `constructor` of their own.
      deleteProperty(value as object, "constructor");
      return value;
    },
    asBuffer,
    asBytes: (value) => {
      asBuffer((value as Uint8Array).buffer);
      setPrototypeOf(value as object, Uint8Array.prototype);
      return value;
    },
    asRecord: (value) => ({ ...(value as object) }),
    asJson: (value) => JSON.parse(String(value)) as unknown,
  };
}
