import type { StateVersion } from "./protocol.ts";
import type { Plan, Told } from "./querySet.ts";
import { encodeTransition } from "./serverMessages.ts";
import { versionKey } from "./stateVersion.ts";
import { encodeTextFrame } from "./textFrame.ts";

export interface Transition {
  readonly end: StateVersion;
  readonly told: readonly Told[];
  readonly frame: Buffer;
}

/**
 * The Transitions of one pass: sessions that are told the same share one frame,
 * and from then on one version object. That object is what finds the Transition
 * of the session before, so that a broadcast costs next to nothing per session
 * but the writing; sessions that have come together from different passes meet
 * by the text of the key.
 */
export class TransitionCache {
  readonly #byKey = new Map<string, Transition>();
  readonly #latest = new Map<StateVersion, Transition>();
  readonly #versions = new Map<string, StateVersion>();

  /** One that may be due for other sessions that stand at the very same version. */
  latestFrom(start: StateVersion): Transition | undefined {
    return this.#latest.get(start);
  }

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
    return { end: this.#shared(end), told: plan.told, frame };
  }

  #shared(version: StateVersion): StateVersion {
    const key = versionKey(version);
    const existing = this.#versions.get(key);
    if (existing === undefined) this.#versions.set(key, version);
    return existing ?? version;
  }
}
