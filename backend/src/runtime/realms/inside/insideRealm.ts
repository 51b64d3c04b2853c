/**
 * Code that runs inside a realm, a set of global objects. Its text is evaluated
 * there, so that every function and object it makes belongs to the realm. These
 * functions may therefore use only globals, their parameters and each other, and
 * may import only types.
 */
import type { RealmHost } from "./realmHost.ts";
import { installConvex } from "./convexGlobal.ts";
import { installConsole, installDate, installProcess } from "./coreGlobals.ts";
import { makeErrors, type RealmErrors } from "./errors.ts";
import { installLanguage, LANGUAGE_PARTS } from "./language.ts";
import { makeModules, MODULE_PARTS, type RealmModules } from "./modules.ts";
import { recognizeForeignValues } from "./foreignValues.ts";
import {
  HOST_OBJECT_PARTS,
  type HostObjects,
  makeHostObjects,
} from "./hostObjects.ts";
import { makeSeal, SEAL_PARTS } from "./seal/makeSeal.ts";
import type { Seal } from "./seal/seal.ts";
import { CLONE_PARTS, installStructuredClone } from "./structuredClone.ts";
import { installTimers, refuseSideEffects, TIMER_PARTS } from "./timers.ts";
import { installCrypto } from "./webCrypto.ts";
import {
  installWebClasses,
  WEB_PARTS,
  type WebInside,
} from "./web/webClasses.ts";

/** The parts of a realm that the engine calls. */
export interface Inside {
  readonly modules: RealmModules;
  readonly seal: Seal;
  readonly hostObjects: HostObjects;
  /** Ends all timers and prevents new ones. */
  readonly endTimers: () => void;
  readonly web: WebInside;
  readonly errors: RealmErrors;
}

const PARTS = [
  makeErrors,
  ...SEAL_PARTS,
  ...HOST_OBJECT_PARTS,
  ...MODULE_PARTS,
  ...CLONE_PARTS,
  ...LANGUAGE_PARTS,
  installConvex,
  installConsole,
  installDate,
  installProcess,
  ...TIMER_PARTS,
  installCrypto,
  ...WEB_PARTS,
  recognizeForeignValues,
];

/** Evaluated inside the realm, where the names of `PARTS` are in scope. */
function startRealm(host: RealmHost): Inside {
  if (host.speaksAnotherLanguage) installLanguage();
  const errors = makeErrors(host);
  const seal = makeSeal(host);
  installConvex(host, errors);
  installConsole(host);
  installProcess(host);
  const endTimers = installTimers(host);
  installCrypto(host, errors);
  installStructuredClone();
  if (host.kind === "node") globalThis.global = globalThis;
  else Object.assign(globalThis, { self: globalThis });
  const hostObjects = makeHostObjects(host, seal);
  const web = installWebClasses(host, errors, seal, hostObjects);
  if (host.kind === "transaction") {
    installDate(host);
    refuseSideEffects(host);
  } else recognizeForeignValues(host);
  const modules = makeModules(host, errors);
  return { modules, seal, hostObjects, endTimers, web, errors };
}

/** Source text that evaluates to the function that prepares a realm. */
export const INSIDE_SOURCE = `"use strict";(()=>{${PARTS.join("\n")}\nreturn ${String(startRealm)}})()`;
