import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { AuthProvider, Deployment } from "../runtime/contract/runtime.ts";
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
import { type EvaluationHost, runEvaluation } from "./runEvaluation.ts";

export interface EvaluationContext extends EvaluationHost {
  /** Contains one directory per push. */
  readonly modulesDir: string;
  /** Directory whose node_modules `"use node"` modules use. */
  readonly appRoot: string;
}

/**
 * Turns a pushed bundle into a deployment that is ready to run: writes its
 * files, imports every module once and describes what it finds. Does not change
 * the live deployment.
 *
 * @throws HttpError 400 naming the file and the cause; the files are removed
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

/**
 * Evaluates only the component definitions and schemas, and leaves no files.
 */
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

/** Evaluates the auth providers of a deployment in another environment. */
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
  return (await runEvaluation(task, context)).authProviders;
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
  return await runEvaluation(task, context);
}

function isAuthConfig({ path }: Pick<ModuleFile, "path">): boolean {
  return path === "auth.config.js";
}
