import { logFailure } from "../lib/logFailure";
import { appPlayer } from "./appPlayer";
import { CaptureEngine } from "./captureEngine";
import { finishTake } from "./finishTake";
import { Recorder } from "./recorder";
import { claimTake } from "./takeClaims";
import { TakeStore } from "./takeStore";

/** The unsent takes of this browser. */
export const takeStore = new TakeStore();

/** A recorder on this browser's microphone. */
export function makeBrowserRecorder(): Recorder {
  return new Recorder({
    engine: new CaptureEngine(),
    store: takeStore,
    player: appPlayer,
    finish: finishTake,
    claim: claimTake,
    onStoreFailure: (error) => logFailure("keeping the take failed", error),
    makeId: () => crypto.randomUUID(),
    now: () => Date.now(),
  });
}
