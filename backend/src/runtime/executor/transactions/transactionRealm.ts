/**
 * Everything the executor provides to the realms (global objects) in which queries
 * and mutations run.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { ComponentPath } from "../../../database/contract.ts";
import { currentTransactionCall } from "../../worker/callContext.ts";
import type { ComponentEnvironments } from "../../worker/componentEnvironment.ts";
import { logFor } from "../../worker/consoleCapture.ts";
import type { ConvexHost } from "../../worker/convexHost.ts";
import type { RealmGiven } from "../../realms/realm.ts";

export function transactionRealm(
  environments: ComponentEnvironments,
  convex: ConvexHost,
  packagesOf: string,
): (component: ComponentPath | null) => RealmGiven {
  const running = () => currentTransactionCall.getStore();
  const touched = () => {
    const call = running();
    if (call) call.hasTouched = true;
  };
  const common = {
    kind: "transaction",
    convex,
    now: () => running()?.root.startedAt ?? Date.now(),
    log: logFor(() => running()?.root),
    extras: { AsyncLocalStorage, AsyncResource },
    touched,
    packagesOf,
  } as const;
  const sharedEnvironment = environments.following(
    () => running()?.component,
    () => {
      touched();
      throw new TypeError("Cannot assign to read only property of process.env");
    },
  );
  return (component) => ({
    ...common,
    env:
      component === null ? sharedEnvironment : environments.copyFor(component),
  });
}
