import type { RealmHost } from "../realmHost.ts";
import {
  makeFreezing,
  makeKeptBytes,
  makeKeptPositions,
  makeNamedFreezing,
} from "./freezing.ts";
import {
  deleteLastMatch,
  guardContents,
  makeGuard,
  makeIteratorGuards,
  makeSettledWatch,
} from "./guards.ts";
import { makeOldObjects } from "./oldObjects.ts";
import { makeOverriding } from "./overriding.ts";
import { makeReachable } from "./reachable.ts";
import { makeRefusals } from "./refusals.ts";
import type { Seal } from "./seal.ts";

/**
 * Puts together the parts that make a shared realm unchangeable (see `Seal`). Each
 * part is made before any app code runs, because it captures built-in methods that
 * an app may replace.
 */
export function makeSeal(host: RealmHost): Seal {
  const refusals = makeRefusals(host);
  const { begin, haveBegun, refuse, isRefusal } = refusals;
  const old = makeOldObjects();
  const guard = makeGuard(refusals);
  const guardIterators = makeIteratorGuards(host, old, guard);
  const watchSettled = makeSettledWatch(refusals);
  const allowOverriding = makeOverriding(old);
  const collect = makeReachable(host, old);
  const { freezeAll, restore } = makeFreezing(host, old);

  return {
    seal: (found) => {
      // Guards replace methods, so they come before freezing.
      guardContents(old, guard);
      deleteLastMatch();
      guardIterators(found);
      watchSettled();
      allowOverriding();
      freezeAll(() => collect(found));
      begin();
    },
    restore,
    isRefusal,
    change: () => {
      if (haveBegun()) refuse();
    },
    haveBegun,
  };
}

/** The functions that `makeSeal` calls, to be evaluated with it. */
export const SEAL_PARTS = [
  makeRefusals,
  makeOldObjects,
  makeGuard,
  guardContents,
  deleteLastMatch,
  makeIteratorGuards,
  makeSettledWatch,
  makeOverriding,
  makeReachable,
  makeFreezing,
  makeKeptPositions,
  makeKeptBytes,
  makeNamedFreezing,
  makeSeal,
];
