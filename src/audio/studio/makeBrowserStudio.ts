import { logFailure } from "../../lib/logFailure";
import { reached } from "../../lib/outOfReach";
import {
  appNewBarsStore,
  appStemStore,
  appTakeStore,
} from "./storing/appTakeStore";
import { askToPersist } from "../store/askToPersist";
import { appPlayer } from "../player/appPlayer";
import { CaptureEngine } from "../capture/captureEngine";
import { DelayBook } from "../delay/delayBook";
import { DelayCheck } from "./delayCheck";
import { loadSettings, rememberSettings } from "./takeSettings";
import type { PunchParts } from "./punch/punchParts";
import { Recorder } from "./recorder";
import type { RecorderParts } from "./recorderParts";
import { UnsavedTakes } from "./storing/unsavedTakes";
import { TakeShelf } from "./storing/takeShelf";
import { claimedTakeIds, claimTake } from "../store/takeClaims";

/** A recorder on this browser's microphone, and a delay check that shares its devices. */
export interface Studio {
  readonly recorder: Recorder;
  readonly delayCheck: DelayCheck;
  readonly shelf: TakeShelf;
  /** The parts that a punch-in shares with the recorder. */
  readonly punch: PunchParts;
}

/** Connects the recorder and the delay check to the browser. The caller must close the recorder. */
export function makeBrowserStudio(): Studio {
  const loadFinisher = () => import("./finishing/finishTake");
  const loadMixer = async () =>
    (await reached(import("../mix/takeMixer"))).TakeMixer;
  // Preload the code that finishes and mixes a take: there may be no connection when the take ends.
  loadFinisher().catch(() => undefined);
  loadMixer()
    .then((mixer) => mixer.prepare())
    .catch(() => undefined);
  const book = new DelayBook();
  const shelf = new TakeShelf({
    store: appTakeStore,
    stems: appStemStore,
    claim: claimTake,
    claimedIds: claimedTakeIds,
    onFailure: (error) => logFailure("managing the takes failed", error),
  });
  const engine = new CaptureEngine(book);
  const parts: RecorderParts = {
    engine,
    unsaved: new UnsavedTakes({
      store: appTakeStore,
      stems: appStemStore,
      onStoreFailure: (error) => logFailure("storing the take failed", error),
      onStored: askToPersist,
      now: () => Date.now(),
    }),
    store: appTakeStore,
    stems: appStemStore,
    player: appPlayer,
    finish: async (...take) => (await loadFinisher()).finishTake(...take),
    openMixer: async (...opening) => (await loadMixer()).open(...opening),
    rememberTiming: ({ info }, timingMs) => {
      if (info.pair)
        book.setCorrection(info.pair, info.correctionMs + timingMs);
    },
    shelf,
    claim: (id) => {
      // The shelf keeps the claim until the shelf closes, even while another take is shown.
      shelf.claim(id);
      return () => undefined;
    },
    settings: loadSettings(),
    rememberSettings,
    onOpenFailure: (error) => logFailure("starting a take failed", error),
    onFinishFailure: (error) => logFailure("finishing the take failed", error),
    onMixFailure: (error) => logFailure("mixing the take failed", error),
    makeId: () => crypto.randomUUID(),
    now: () => Date.now(),
  };
  const recorder = new Recorder(parts);
  const delayCheck = new DelayCheck({
    engine,
    book,
    player: appPlayer,
    onFailure: (error) => logFailure("measuring the delay failed", error),
  });
  const punch: PunchParts = {
    ...parts,
    recorder,
    newBars: appNewBarsStore,
    onFailure: (error) => logFailure("recording bars again failed", error),
  };
  return { recorder, delayCheck, shelf, punch };
}
