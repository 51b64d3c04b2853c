import { logFailure } from "../lib/logFailure";
import { appStemStore, appTakeStore } from "./appTakeStore";
import { appPlayer } from "./appPlayer";
import { CaptureEngine } from "./captureEngine";
import { DelayBook } from "./delayBook";
import { DelayCheck } from "./delayCheck";
import { Recorder } from "./recorder";
import { claimTake } from "./takeClaims";

/** A recorder on this browser's microphone, and the check of its delay on the same devices. */
export interface Studio {
  readonly recorder: Recorder;
  readonly delayCheck: DelayCheck;
}

export function makeBrowserStudio(): Studio {
  const loadFinisher = () => import("./finishTake");
  // Fetched ahead: the line may be gone by the time the take ends.
  loadFinisher().catch(() => undefined);
  const book = new DelayBook();
  const engine = new CaptureEngine(book);
  const recorder = new Recorder({
    engine,
    store: appTakeStore,
    stems: appStemStore,
    player: appPlayer,
    finish: async (...take) => (await loadFinisher()).finishTake(...take),
    openMixer: async (stem, beatFile) =>
      (await import("./takeMixer")).TakeMixer.open(stem, beatFile),
    rememberTiming: ({ info }, timingMs) => {
      if (info.pair)
        book.setCorrection(info.pair, info.correctionMs + timingMs);
    },
    claim: claimTake,
    onStoreFailure: (error) => logFailure("keeping the take failed", error),
    makeId: () => crypto.randomUUID(),
    now: () => Date.now(),
  });
  const delayCheck = new DelayCheck({
    engine,
    book,
    player: appPlayer,
    onFailure: (error) => logFailure("measuring the delay failed", error),
  });
  return { recorder, delayCheck };
}
