/// <reference types="vite/types/importMeta.d.ts" />
import rateLimiter from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import { setTimeout as sleep } from "node:timers/promises";
import { action, mutation, query } from "../../support/clients.ts";
import ledgerSchema from "../app/ledger/schema.ts";
import vaultSchema from "../app/ledger/vault/schema.ts";
import schema from "../app/schema.ts";
import { type Args, type Deployment, ISSUER } from "./deployment.ts";

type Modules = Record<string, () => Promise<unknown>>;

/**
 * Adds a generated file, because convex-test takes the parent of `_generated`
 * as the root of the modules.
 */
function rootedAt(folder: string, modules: Modules): Modules {
  return { ...modules, [`${folder}/_generated/api.js`]: async () => ({}) };
}

const appModules = rootedAt("../app", import.meta.glob("../app/*.ts"));
const ledgerModules = rootedAt(
  "../app/ledger",
  import.meta.glob("../app/ledger/*.ts"),
);
const vaultModules = rootedAt(
  "../app/ledger/vault",
  import.meta.glob("../app/ledger/vault/*.ts"),
);

type TestAccess = ReturnType<ReturnType<typeof convexTest>["withIdentity"]>;

export function makeConvexTest(): Deployment {
  const t = convexTest({
    schema,
    modules: appModules,
    transactionLimits: true,
  });
  t.registerComponent("ledger", ledgerSchema, ledgerModules);
  t.registerComponent("ledger/vault", vaultSchema, vaultModules);
  rateLimiter.register(t);
  return deploymentOf(t);
}

function deploymentOf(t: TestAccess): Deployment {
  return {
    query: <Result>(name: string, args: Args = {}) =>
      t.query(query<Result>(name), args),
    mutation: <Result>(name: string, args: Args = {}) =>
      t.mutation(mutation<Result>(name), args),
    action: <Result>(name: string, args: Args = {}) =>
      t.action(action<Result>(name), args),
    as: (person) => deploymentOf(t.withIdentity({ ...person, issuer: ISSUER })),
    fetch: (path, init) => t.fetch(path, init),
    settle: async () => {
      while ((await t.query(query<number>("scheduler:dueJobs"), {})) > 0) {
        await sleep(1);
        await t.finishInProgressScheduledFunctions();
      }
    },
  };
}
