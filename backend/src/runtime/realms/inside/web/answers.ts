import type { Adopt, Adopters } from "./adopters.ts";

/**
 * For each method of the realm's class: how to adopt its answer and, if the name
 * differs, which method of the engine's class to call.
 */
export type Answers = Record<string, Adopt | readonly [asked: string, Adopt]>;

/** The methods whose answers are adopted, by the name of the class. */
export interface ClassAnswers {
  /** Methods that return promises. */
  readonly promises: Readonly<Record<string, Answers>>;
  /**
   * Other methods. Every class that has a subclass in all realms is listed, even
   * without methods.
   */
  readonly values: Readonly<Record<string, Answers>>;
  /** Static methods that return an instance. */
  readonly statics: Readonly<Record<string, readonly string[]>>;
}

export function makeClassAnswers(adopters: Adopters): ClassAnswers {
  const { asIs, asOwn, asBuffer, asBytes, asRecord, asJson } = adopters;
  const body: Answers = {
    json: ["text", asJson],
    text: asIs,
    arrayBuffer: asBuffer,
    bytes: asBytes,
    blob: asOwn("Blob"),
    formData: asIs,
  };
  return {
    promises: {
      Blob: { text: asIs, arrayBuffer: asBuffer },
      Request: body,
      Response: body,
    },
    values: {
      TextEncoder: { encode: asBytes, encodeInto: asRecord },
      TextDecoder: {},
      URL: {},
      URLSearchParams: {},
      Headers: {},
      Blob: { slice: asOwn("Blob") },
      Request: { clone: asOwn("Request") },
      Response: { clone: asOwn("Response") },
    },
    statics: {
      Response: ["json", "redirect", "error"],
    },
  };
}
