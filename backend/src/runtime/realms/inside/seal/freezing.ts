import type { RealmHost } from "../realmHost.ts";
import type { OldObjects } from "./oldObjects.ts";

/** Freezes objects, and restores the state in them that cannot be frozen. */
export interface Freezing {
  /** Freezes everything that `collect` lists. */
  readonly freezeAll: (collect: () => readonly object[]) => void;
  /** See `Seal`. */
  readonly restore: () => boolean;
}

export function makeFreezing(host: RealmHost, old: OldObjects): Freezing {
  const { freeze } = Object;
  const positions = makeKeptPositions(old);
  const bytes = makeKeptBytes(host, old);
  const freezeNamed = makeNamedFreezing();
  const Decoder = host.global("TextDecoder") as typeof TextDecoder;
  const isBuffer = (value: object): value is ArrayBufferLike =>
    value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;

  const freezeOne = (value: object) => {
    if (host.isProxy(value)) return;
    if (value instanceof RegExp && (value.global || value.sticky)) {
      positions.keep(value);
      Object.seal(value);
      return;
    }
    if (ArrayBuffer.isView(value)) {
      bytes.keep(value.buffer);
      Object.preventExtensions(value);
      return;
    }
    if (isBuffer(value)) bytes.keep(value);
    if (value instanceof Decoder) freezeNamed(value);
    else freeze(value);
  };
  return {
    freezeAll: (collect) => {
      positions.begin();
      for (const value of collect()) freezeOne(value);
      bytes.end();
    },
    restore: () => {
      const haveMoved = positions.restore();
      return bytes.restore() || haveMoved;
    },
  };
}

/** Keeps the positions of regular expressions that search step by step. */
export function makeKeptPositions(old: OldObjects) {
  const positions: { regExp: RegExp; lastIndex: number }[] = [];
  return {
    begin: () => {
      // Marking the list as old spares it from being frozen: it still grows while
      // other objects are frozen.
      old.add(positions);
    },
    keep: (regExp: RegExp) => {
      positions.push({ regExp, lastIndex: regExp.lastIndex });
    },
    /** Returns true if any position had moved. */
    restore: () => {
      let hasChanged = false;
      for (const { regExp, lastIndex } of positions) {
        if (regExp.lastIndex === lastIndex) continue;
        regExp.lastIndex = lastIndex;
        hasChanged = true;
      }
      return hasChanged;
    },
  };
}

/** Keeps a copy of the bytes of buffers. */
export function makeKeptBytes(host: RealmHost, old: OldObjects) {
  const bytes = new Map<
    ArrayBufferLike,
    { view: Uint8Array; before: Uint8Array }
  >();
  /** Values of `bytes`, as an array. */
  let kept: { view: Uint8Array; before: Uint8Array }[] = [];
  return {
    keep: (buffer: ArrayBufferLike) => {
      if (bytes.has(buffer)) return;
      const view = new Uint8Array(buffer);
      old.add(view);
      bytes.set(buffer, { view, before: view.slice() });
    },
    /** Must be called once, after the last `keep`. */
    end: () => {
      kept = [...bytes.values()];
    },
    /** Returns true if any bytes had changed. */
    restore: () => {
      let hasChanged = false;
      for (const { view, before } of kept) {
        if (host.areEqual(view, before)) continue;
        view.set(before);
        hasChanged = true;
      }
      return hasChanged;
    },
  };
}

/**
 * Returns a function that freezes only properties with string names, because
 * Node writes to symbol properties each time it decodes text.
 */
export function makeNamedFreezing(): (value: object) => void {
  const { getOwnPropertyDescriptor, defineProperty } = Reflect;
  return (value) => {
    for (const name of Object.getOwnPropertyNames(value)) {
      const isData = "value" in (getOwnPropertyDescriptor(value, name) ?? {});
      defineProperty(value, name, {
        configurable: false,
        ...(isData && { writable: false }),
      });
    }
    Object.preventExtensions(value);
  };
}
