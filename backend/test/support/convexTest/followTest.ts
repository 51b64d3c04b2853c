/**
 * Loaded into every thread of the server before anything else, with the address
 * `followTest.ts?state=<file>`. Functions see the time and the variables that a
 * test has written to this file. A file can change without loading all functions
 * again, as a change of the deployment's own variables does.
 */
import { readFileSync, statSync } from "node:fs";
import { CreationClock } from "../../../src/database/creationClock.ts";
import { ComponentEnvironments } from "../../../src/runtime/worker/componentEnvironment.ts";
import type { TestState } from "./testState.ts";

const file = new URL(import.meta.url).searchParams.get("state") ?? "";

let writtenAtMs = 0;
let state: TestState = { now: null, variables: {} };

/**
 * Runs at each look at the clock. Looking at the time of the file costs less than reading the file.
 */
function current(): TestState {
  const { mtimeMs } = statSync(file);
  if (mtimeMs !== writtenAtMs) {
    state = JSON.parse(readFileSync(file, "utf8")) as TestState; // testState.ts writes it
    writtenAtMs = mtimeMs;
  }
  return state;
}

const realNow = Date.now.bind(Date);

Date.now = () => current().now ?? realNow();

/* oxlint-disable typescript/unbound-method -- `call` gives each its object */
const ofDeployment = {
  copyFor: ComponentEnvironments.prototype.copyFor,
  following: ComponentEnvironments.prototype.following,
};
/* oxlint-enable typescript/unbound-method */

/**
 * Creation times do not follow a clock that goes back: a test tells its jobs from those of earlier
 * tests by their creation times, and an earlier test may have been days ahead.
 */
Object.assign(CreationClock.prototype, {
  isPutFarBack: () => false,
} satisfies Pick<CreationClock, "isPutFarBack">);

/** Components see only what the app has given them. */
Object.assign(ComponentEnvironments.prototype, {
  copyFor(component) {
    const deployed = ofDeployment.copyFor.call(this, component);
    return component === ""
      ? { ...deployed, ...current().variables }
      : deployed;
  },
  following(currentComponent, onChange) {
    const deployed = ofDeployment.following.call(
      this,
      currentComponent,
      onChange,
    );
    const set = () => (currentComponent() ? {} : current().variables);
    return new Proxy(deployed, {
      get: (_target, name) =>
        (Reflect.get(set(), name) ?? Reflect.get(deployed, name)) as unknown,
    });
  },
} satisfies Pick<ComponentEnvironments, "copyFor" | "following"> &
  ThisType<ComponentEnvironments>);
