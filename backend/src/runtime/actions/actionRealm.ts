/**
 * Everything an action worker provides to the realms (global objects) in which its
 * actions run.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { ComponentPath } from "../../database/contract.ts";
import { currentActionCall } from "../worker/callContext.ts";
import type { ComponentEnvironments } from "../worker/componentEnvironment.ts";
import { logFor } from "../worker/consoleCapture.ts";
import type { ConvexHost } from "../worker/convexHost.ts";
import type { RealmGiven } from "../realms/realm.ts";

export function actionRealm(
  environments: ComponentEnvironments,
  convex: ConvexHost,
  appRoot: string,
): (component: ComponentPath, kind: "action" | "node") => RealmGiven {
  const log = logFor(() => currentActionCall.getStore()?.root);
  return (component, kind) => ({
    kind,
    convex,
    log,
    now: () => Date.now(),
    touched: () => undefined,
    env: environments.copyFor(component),
    extras: { AsyncLocalStorage, AsyncResource },
    packagesOf: appRoot,
  });
}
