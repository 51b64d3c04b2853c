import { rm } from "node:fs/promises";
import type {
  Deployment,
  FunctionRuntime,
} from "../runtime/contract/runtime.ts";
import { HttpError } from "../http/httpError.ts";
import { diffDeployments } from "./deploymentDiff.ts";
import { recordOf } from "./deploymentRecord.ts";
import {
  type EvaluationContext,
  evaluatePush,
  evaluateSchemas,
} from "./evaluatePush.ts";
import { diffIndexes } from "./indexDiff.ts";
import { JsonFields } from "../http/jsonFields.ts";
import { removeOtherDirectories } from "./moduleDirectory.ts";
import { PendingPushes } from "./pendingPushes.ts";
import {
  evaluationContext,
  modulesDir,
  type PushOptions,
} from "./pushOptions.ts";
import { parsePushRequest } from "./pushRequest.ts";
import { predictSchemas } from "./schemaPrediction.ts";
import type { SerialQueue } from "../queues/serialQueue.ts";
import { describeStartedPush, type SchemaChange } from "./startPushResponse.ts";

const PENDING_LIFETIME_MS = 10 * 60_000;

/**
 * The steps of a push, one method for each request of the CLI. A push between
 * `start` and `finish` is held here. The live deployment belongs to the runtime
 * and changes only in `finish`.
 */
export class PushSteps {
  readonly #runtime: FunctionRuntime;
  readonly #options: PushOptions;
  readonly #pending: PendingPushes;
  /** Resolves once the files of earlier runs are removed. */
  readonly #swept: Promise<void>;
  /**
   * The deployment before the live one. Its files stay for now, because calls
   * that started before the latest push may still import from them.
   */
  #previous: Deployment | null = null;
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

  /**
   * Answers `get_config_hashes`: hashes from which the CLI finds the changed
   * modules.
   */
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

  /**
   * Answers `evaluate_schema`: the index changes of a push, with table sizes.
   */
  async predict(body: unknown): Promise<unknown> {
    const { deployment } = this.#runtime;
    const request = parsePushRequest(body);
    await this.#swept;
    const next = await evaluateSchemas(request, deployment, this.#context());
    return await predictSchemas(this.#runtime, deployment, next);
  }

  /** Answers `evaluate_push`: the index changes of a push. */
  async compare(body: unknown): Promise<unknown> {
    const { deployment } = this.#runtime;
    const request = parsePushRequest(body);
    await this.#swept;
    const next = await evaluateSchemas(request, deployment, this.#context());
    return { schemaChange: schemaChange(deployment, next) };
  }

  /**
   * Answers `start_push`: evaluates a push and keeps it until it is finished or
   * expires.
   */
  async start(body: unknown): Promise<unknown> {
    const { deployment } = this.#runtime;
    const basis = this.#basis();
    const request = parsePushRequest(body);
    await this.#swept;
    const next = await evaluatePush(request, deployment, this.#context());
    this.#pending.add({ deployment: next, basis });
    return describeStartedPush(next, schemaChange(deployment, next));
  }

  /**
   * Answers `wait_for_schema`: checks existing documents against the new
   * schemas and reports the first violation.
   */
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

  /** Answers `finish_push`: makes a started push live, unless it is a dry run. */
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

  /**
   * Checks the documents again, because some may have been written since
   * `wait_for_schema`.
   */
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

  /**
   * Identifies the state that a push is evaluated against. If it has changed by
   * the time of `finish`, the push is refused.
   */
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
    // The CLI sends this back unread; it holds the ID of the pending push.
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
    "This push is unknown or has expired. Start it again.",
  );
}

async function discard(deployment: Deployment): Promise<void> {
  await rm(deployment.root, { recursive: true, force: true });
}
