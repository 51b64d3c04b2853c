import type { StateVersion } from "./protocol.ts";
import type { Plan, ChangedResult } from "./querySet.ts";
import { encodeTransition } from "./serverMessages.ts";
import { versionKey } from "./stateVersion.ts";
import { encodeTextFrame } from "./textFrame.ts";

export interface Transition {
  /** The version that clients have after this Transition. */
  readonly end: StateVersion;
  readonly results: readonly ChangedResult[];
  readonly frame: Buffer;
}

/**
 * The Transitions of one publication. Sessions that receive the same changes
 * share one encoded frame, and afterwards one `StateVersion` object. The next
 * Transition is found by the identity of that object, without building a key,
 * so a broadcast costs little per session beyond the write itself. Sessions
 * with equal but separate version objects still find the same frame, by its
 * text key.
 */
export class TransitionCache {
  readonly #byKey = new Map<string, Transition>();
  readonly #latest = new Map<StateVersion, Transition>();
  readonly #versions = new Map<string, StateVersion>();

  /**
   * Returns the latest repeatable Transition from this very version object. It
   * may suit the next session at that version; `QuerySet.markSentIfSame` decides.
   */
  latestFrom(start: StateVersion): Transition | undefined {
    return this.#latest.get(start);
  }

  /** Returns the Transition for a plan, encoding it on first use. */
  encode(start: StateVersion, end: StateVersion, plan: Plan): Transition {
    const key = `${versionKey(start)}>${versionKey(end)}|${plan.key}`;
    const transition = this.#byKey.get(key) ?? this.#make(start, end, plan);
    this.#byKey.set(key, transition);
    if (plan.isRepeatable) this.#latest.set(start, transition);
    return transition;
  }

  #make(start: StateVersion, end: StateVersion, plan: Plan): Transition {
    const text = encodeTransition(start, end, plan.modifications());
    const frame = encodeTextFrame(text);
    return { end: this.#shared(end), results: plan.results, frame };
  }

  /** Returns one object for all equal versions. */
  #shared(version: StateVersion): StateVersion {
    const key = versionKey(version);
    const existing = this.#versions.get(key);
    if (existing === undefined) this.#versions.set(key, version);
    return existing ?? version;
  }
}
