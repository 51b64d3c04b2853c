/** Messages between the executor and the vector worker. Everything is cloneable. */

export interface VectorWorkerData {
  readonly maxBytes: number;
}

/** Shape of an index that the worker holds, or creates with the first entries. */
export interface IndexShape {
  readonly indexId: number;
  readonly dimensions: number;
  /** Size of the filters of one entry. */
  readonly filterBytes: number;
}

export type VectorRequest =
  | {
      readonly type: "put";
      readonly index: IndexShape;
      readonly rows: readonly number[];
      /** Vectors of all rows, one after the other. */
      readonly vectors: Float32Array<ArrayBuffer>;
      readonly filters: Uint8Array<ArrayBuffer>;
      readonly removed: readonly number[];
    }
  | {
      readonly type: "search";
      readonly index: IndexShape;
      readonly vector: Float32Array;
      /**
       * An entry passes if one of these filters matches; null lets every entry
       * pass.
       */
      readonly filter: readonly FilterWords[] | null;
      readonly count: number;
    }
  | { readonly type: "drop"; readonly indexId: number };

/** Matches an entry whose filter bytes at `offsetBytes` equal `digest`. */
export interface FilterWords {
  readonly offsetBytes: number;
  readonly digest: Uint8Array;
}

export interface ToVectorWorker {
  readonly requestNumber: number;
  readonly request: VectorRequest;
}

export interface FromVectorWorker {
  readonly requestNumber: number;
  /** Nearest rows of a search; empty for other requests. */
  readonly rows: readonly number[];
  /** Message if the index was given up because it needs more memory than allowed. */
  readonly error: string | null;
}
