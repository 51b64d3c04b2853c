/**
 * Types shared by the trials: the state that run.ts prepares, and the servers
 * that a trial compares.
 */

/** `floor` is a hand-written lower bound, `product` is this backend. */
export type SystemName = "floor" | "product";

export interface Template {
  readonly dataDir: string;
  /** The beat that is watched and voted on. */
  readonly beatId: string;
  /** File with the ids of many other beats, one per line. */
  readonly othersFile: string;
  /**
   * Size of the message that shows a vote; the floors send messages of this
   * size.
   */
  readonly messageBytes: number;
}

/** A deployment of the app's own functions, and its members. */
export interface Members {
  readonly dataDir: string;
  /** The same deployment after its people have followed each other and got bells. */
  readonly circleDir: string;
  /** The beat that is watched and voted on. */
  readonly beatId: string;
  /** Id of the person who made the beat. */
  readonly producerId: string;
  /** File with the token of each member, one per line. */
  readonly tokensFile: string;
  /** The key set that these tokens are checked with. */
  readonly jwks: string;
  /** About the size of the message that shows a vote. */
  readonly messageBytes: number;
}

/** Data directories of both sides with the same rows. Trials only read them. */
export interface PreparedRows {
  readonly productDir: string;
  readonly floorDir: string;
}

/** State that run.ts prepares once and every trial receives. */
export interface Setting {
  readonly template: Template;
  /** Null unless a chosen trial needs members. */
  readonly members: Members | null;
  /** Prepared tables, by number of rows. */
  readonly rows: Readonly<Record<number, PreparedRows>>;
  /** Directory for a CPU profile of each run of the product; null for none. */
  readonly profileDir: string | null;
}

/** Connection details for the load. */
export interface Target {
  readonly port: number;
  readonly beatId: string;
  readonly dialect: "sync" | "members";
}

export interface RunningServer {
  readonly target: Target;
  readonly pid: number;
  /** Stops the process and waits until it has exited. */
  stop(): Promise<void>;
}
