import { rm } from "node:fs/promises";
import type { Deployment, FunctionRuntime } from "../functions/contract.ts";
import { HttpError } from "../http/httpError.ts";
import { diffDeployments } from "./deploymentDiff.ts";
import { recordOf } from "./deploymentRecord.ts";
import {
  type EvaluationContext,
  evaluatePush,
  evaluateSchemas,
} from "./evaluatePush.ts";
import { diffIndexes } from "./indexDiff.ts";
import { JsonFields } from "./jsonFields.ts";
import { removeOtherDirectories } from "./moduleDirectory.ts";
import { PendingPushes } from "./pendingPushes.ts";
import {
  evaluationContext,
  modulesDir,
  type PushOptions,
} from "./pushOptions.ts";
import { parsePushRequest } from "./pushRequest.ts";
import { predictSchemas } from "./schemaPrediction.ts";
import type { SerialQueue } from "./serialQueue.ts";
import { describeStartedPush, type SchemaChange } from "./startPushResponse.ts";

const PENDING_LIFETIME_MS = 10 * 60_000;

/**
 * The steps of a push. Between them it is held here; the live deployment
 * belongs to the runtime and changes in `finish` only.
 */
export class PushSteps {
  readonly #runtime: FunctionRuntime;
  readonly #options: PushOptions;
  readonly #pending: PendingPushes;
  /** Files of earlier runs are gone when it resolves. */
  readonly #swept: Promise<void>;
  /** Calls that began before the last push may still import from it. */
  #previous: Deployment | null = null;
  readonly #changes: SerialQueue;

  /** `changes` is shared with everything else that changes the deployment. */
  constructor(
    runtime: FunctionRuntime,
    options: PushOptions,
    changes: SerialQueue,
  ) {
    this.#runtime = runtime;
    this.#changes = changes;
    this.#options = options;
    this.#pending = new PendingPushes(
      options.pendingLifetimeMs ?? PENDING_LIFETIME_MS,
      (deployment) => void discard(deployment),
    );
    this.#swept = removeOtherDirectories(modulesDir(options), [
      runtime.deployment?.root,
    ]);
  }

  configHashes(): unknown {
    const { deployment } = this.#runtime;
    const record = deployment && recordOf(deployment);
    return {
      config: { functions: "convex/" },
      moduleHashes: record?.appModules ?? [],
      nodeDependencies: [],
      udfServerVersion: record?.serverVersion ?? null,
    };
  }

  async predict(body: unknown): Promise<unknown> {
    const { deployment } = this.#runtime;
    const request = parsePushRequest(body);
    await this.#swept;
    const next = await evaluateSchemas(request, deployment, this.#context());
    return await predictSchemas(this.#runtime, deployment, next);
  }

  async compare(body: unknown): Promise<unknown> {
    const { deployment } = this.#runtime;
    const request = parsePushRequest(body);
    await this.#swept;
    const next = await evaluateSchemas(request, deployment, this.#context());
    return { schemaChange: schemaChange(deployment, next) };
  }

  async start(body: unknown): Promise<unknown> {
    const { deployment } = this.#runtime;
    const basis = this.#basis();
    const request = parsePushRequest(body);
    await this.#swept;
    const next = await evaluatePush(request, deployment, this.#context());
    this.#pending.add({ deployment: next, basis });
    return describeStartedPush(next, schemaChange(deployment, next));
  }

  async checkDocuments(body: unknown): Promise<unknown> {
    const id = readPushId(new JsonFields(body, "body"));
    const push = this.#pending.get(id) ?? unknownPush();
    const [violation] = await this.#runtime.findSchemaViolations(
      push.deployment,
    );
    if (!violation) return { type: "complete" };
    return {
      type: "failed",
      error: violation.message,
      componentPath: violation.component,
      tableName: violation.table,
    };
  }

  finish(body: unknown): Promise<unknown> {
    return this.#changes.run(() => this.#finish(body));
  }

  async #finish(body: unknown): Promise<unknown> {
    const fields = new JsonFields(body, "body");
    const isDryRun = fields.boolean("dryRun");
    const id = readPushId(fields.object("startPush"));
    const push = this.#pending.take(id) ?? unknownPush();
    const { deployment } = push;
    try {
      if (push.basis !== this.#basis()) throw raceDetected();
      const diff = diffDeployments(this.#runtime.deployment, deployment);
      if (!isDryRun) await this.#activate(deployment);
      return diff;
    } finally {
      if (this.#runtime.deployment?.id !== id) await discard(deployment);
    }
  }

  /** Documents may have been written since `wait_for_schema` looked. */
  async #activate(deployment: Deployment): Promise<void> {
    const [violation] = await this.#runtime.findSchemaViolations(deployment);
    if (violation) {
      throw new HttpError(400, "SchemaViolation", violation.message);
    }
    const replaced = this.#runtime.deployment;
    await this.#runtime.activate(deployment);
    if (this.#previous) await discard(this.#previous);
    this.#previous = replaced;
  }

  /** What a push is evaluated against: it is worth nothing once this changes. */
  #basis(): string {
    const { deployment, environment } = this.#runtime;
    return JSON.stringify([deployment?.id ?? null, environment]);
  }

  #context(): EvaluationContext {
    return evaluationContext(this.#options, this.#runtime.environment);
  }
}

function schemaChange(
  before: Deployment | null,
  next: Deployment,
): SchemaChange {
  return {
    allocatedComponentIds: {},
    // Opaque to the CLI, which sends it back: the id of the pending push.
    schemaIds: { push: next.id },
    indexDiffs: diffIndexes(before?.schemas ?? [], next.schemas),
  };
}

function readPushId(fields: JsonFields): string {
  return fields.object("schemaChange").object("schemaIds").string("push");
}

function raceDetected(): HttpError {
  return new HttpError(
    400,
    "RaceDetected",
    "The deployment or its environment variables have changed since this push began: push again.",
  );
}

function unknownPush(): never {
  throw new HttpError(
    400,
    "PushExpired",
    "This push is not known (any more): start it again.",
  );
}

async function discard(deployment: Deployment): Promise<void> {
  await rm(deployment.root, { recursive: true, force: true });
}
