import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { AuthProvider, Deployment } from "../functions/contract.ts";
import {
  assembleDeployment,
  requireEnvironment,
} from "./assembleDeployment.ts";
import { recordOf } from "./deploymentRecord.ts";
import type { Evaluation, EvaluationTask } from "./evaluation.ts";
import {
  type ModuleDirectory,
  type ModuleFile,
  writeModuleDirectory,
} from "./moduleDirectory.ts";
import type { PushRequest } from "./pushRequest.ts";
import { type EvaluationLimits, runEvaluation } from "./runEvaluation.ts";

export interface EvaluationContext {
  /** Below it, one directory per push. */
  readonly modulesDir: string;
  /** Where `"use node"` modules find their packages. */
  readonly appRoot: string;
  /** What `process.env` holds, `CONVEX_CLOUD_URL` and `CONVEX_SITE_URL` included. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: EvaluationLimits;
}

/**
 * Turns a pushed bundle into a deployment that could run: files on disk,
 * everything imported once and described. Nothing live changes.
 * @throws HttpError 400 naming the file and the cause; nothing is left behind
 */
export async function evaluatePush(
  request: PushRequest,
  previous: Deployment | null,
  context: EvaluationContext,
): Promise<Deployment> {
  return await inNewDirectory(
    request,
    previous,
    context,
    async (id, directory) => {
      const evaluation = await evaluate(directory, "everything", context);
      requireEnvironment(evaluation, context.environment);
      return assembleDeployment(id, directory, evaluation);
    },
  );
}

/** Definitions and schemas alone; leaves nothing on disk. */
export async function evaluateSchemas(
  request: PushRequest,
  previous: Deployment | null,
  context: EvaluationContext,
): Promise<Deployment> {
  return await inNewDirectory(
    request,
    previous,
    context,
    async (id, directory) => {
      const evaluation = await evaluate(directory, "schemas", context);
      await rm(directory.root, { recursive: true });
      return assembleDeployment(id, directory, evaluation);
    },
  );
}

/** The providers of a deployment under another environment. */
export async function evaluateAuthProviders(
  deployment: Deployment,
  context: EvaluationContext,
): Promise<readonly AuthProvider[]> {
  const pushed = recordOf(deployment).appModules.find(isAuthConfig);
  if (!pushed) return [];
  const { path, environment } = pushed;
  const file = join(deployment.root, "0", path);
  const task: EvaluationTask = {
    appRoot: context.appRoot,
    definitions: [],
    extent: "auth",
    authConfig: { path, environment, file },
  };
  const { environment: variables, limits } = context;
  return (await runEvaluation(task, variables, limits)).authProviders;
}

async function inNewDirectory(
  request: PushRequest,
  previous: Deployment | null,
  context: EvaluationContext,
  work: (id: string, directory: ModuleDirectory) => Promise<Deployment>,
): Promise<Deployment> {
  const id = randomUUID();
  const root = join(context.modulesDir, id);
  try {
    const unchanged = previous && {
      root: previous.root,
      modules: recordOf(previous).appModules,
    };
    return await work(
      id,
      await writeModuleDirectory(root, context.appRoot, request, unchanged),
    );
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

async function evaluate(
  directory: ModuleDirectory,
  extent: EvaluationTask["extent"],
  context: EvaluationContext,
): Promise<Evaluation> {
  const app = directory.definitions.find(
    ({ definitionPath }) => definitionPath === "",
  );
  const task: EvaluationTask = {
    appRoot: context.appRoot,
    definitions: directory.definitions,
    extent,
    authConfig: app?.modules.find(isAuthConfig) ?? null,
  };
  return await runEvaluation(task, context.environment, context.limits);
}

function isAuthConfig({ path }: Pick<ModuleFile, "path">): boolean {
  return path === "auth.config.js";
}
