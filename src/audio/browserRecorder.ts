import { logFailure } from "../lib/logFailure";
import { appTakeStore } from "./appTakeStore";
import { appPlayer } from "./appPlayer";
import { CaptureEngine } from "./captureEngine";
import { Recorder } from "./recorder";
import { claimTake } from "./takeClaims";

/** A recorder on this browser's microphone. */
export function makeBrowserRecorder(): Recorder {
  const loadFinisher = () => import("./finishTake");
  // Fetched ahead: the line may be gone by the time the take ends.
  loadFinisher().catch(() => undefined);
  return new Recorder({
    engine: new CaptureEngine(),
    store: appTakeStore,
    player: appPlayer,
    finish: async (id, recording) =>
      (await loadFinisher()).finishTake(id, recording),
    claim: claimTake,
    onStoreFailure: (error) => logFailure("keeping the take failed", error),
    makeId: () => crypto.randomUUID(),
    now: () => Date.now(),
  });
}
