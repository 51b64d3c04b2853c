import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import {
  applyChanges,
  parseEnvironmentChanges,
} from "./environmentVariables.ts";
import { evaluateAuthProviders } from "../push/evaluatePush.ts";
import type { SerialQueue } from "../queues/serialQueue.ts";
import { evaluationContext, type PushOptions } from "../push/pushOptions.ts";

/**
 * Changes environment variables. Evaluates `auth.config.js` with the new values
 * first. If that fails, the change is refused as a whole.
 */
export class EnvironmentUpdates {
  readonly #runtime: FunctionRuntime;
  readonly #options: PushOptions;
  readonly #changes: SerialQueue;

  /**
   * `changes` is the queue shared by everything that changes the deployment.
   */
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
