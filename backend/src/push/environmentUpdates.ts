import type { FunctionRuntime } from "../functions/contract.ts";
import {
  applyChanges,
  parseEnvironmentChanges,
} from "./environmentVariables.ts";
import { evaluateAuthProviders } from "./evaluatePush.ts";
import type { SerialQueue } from "./serialQueue.ts";
import { evaluationContext, type PushOptions } from "./pushOptions.ts";

/** Variables are changed together with what `auth.config.js` makes of them. */
export class EnvironmentUpdates {
  readonly #runtime: FunctionRuntime;
  readonly #options: PushOptions;
  readonly #changes: SerialQueue;

  /** `changes` is shared with everything else that changes the deployment. */
  constructor(
    runtime: FunctionRuntime,
    options: PushOptions,
    changes: SerialQueue,
  ) {
    this.#runtime = runtime;
    this.#options = options;
    this.#changes = changes;
  }

  update(body: unknown): Promise<unknown> {
    return this.#changes.run(() => this.#update(body));
  }

  async #update(body: unknown): Promise<unknown> {
    const { environment, deployment } = this.#runtime;
    const changes = parseEnvironmentChanges(body, environment);
    const next = applyChanges(environment, changes);
    const context = evaluationContext(this.#options, next);
    const providers =
      deployment && (await evaluateAuthProviders(deployment, context));
    await this.#runtime.updateEnvironment(changes);
    if (providers) await this.#runtime.setAuthProviders(providers);
    return {};
  }
}
