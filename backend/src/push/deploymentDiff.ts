import type { ComponentPath } from "../database/contract.ts";
import type {
  AuthProvider,
  DeployedComponent,
  Deployment,
} from "../runtime/contract/runtime.ts";
import { recordOf } from "./deploymentRecord.ts";
import { diffIndexes, type IndexDiff } from "./indexDiff.ts";

interface AddedRemoved {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface ComponentDiff {
  readonly diffType: { readonly type: "create" | "modify" | "unmount" };
  readonly moduleDiff: AddedRemoved;
  readonly udfConfigDiff: null;
  readonly cronDiff: {
    readonly added: readonly string[];
    readonly updated: readonly string[];
    readonly deleted: readonly string[];
  };
  readonly indexDiff: IndexDiff;
  readonly schemaDiff: null;
}

/** The response to `finish_push`. The CLI prints its index changes. */
export interface DeploymentDiff {
  readonly authDiff: AddedRemoved;
  readonly definitionDiffs: Record<string, never>;
  readonly componentDiffs: Readonly<Record<ComponentPath, ComponentDiff>>;
}

export function diffDeployments(
  before: Deployment | null,
  after: Deployment,
): DeploymentDiff {
  const old = byPath(before);
  const next = byPath(after);
  const indexDiffs = diffIndexes(before?.schemas ?? [], after.schemas);
  const paths = new Set([...old.keys(), ...next.keys()]);
  return {
    authDiff: diffTexts(
      describeAuth(before?.authProviders ?? []),
      describeAuth(after.authProviders),
    ),
    definitionDiffs: {},
    componentDiffs: Object.fromEntries(
      [...paths].map((path) => [
        path,
        {
          diffType: { type: diffType(old.has(path), next.has(path)) },
          moduleDiff: diffTexts(
            modulePaths(path, before, old.get(path)),
            modulePaths(path, after, next.get(path)),
          ),
          udfConfigDiff: null,
          cronDiff: diffCrons(old.get(path), next.get(path)),
          indexDiff: indexDiffs[path] ?? EMPTY_INDEX_DIFF,
          schemaDiff: null,
        },
      ]),
    ),
  };
}

const EMPTY_INDEX_DIFF: IndexDiff = { added_indexes: [], removed_indexes: [] };

function byPath(deployment: Deployment | null): Map<string, DeployedComponent> {
  return new Map(
    deployment?.components.map((component) => [component.path, component]),
  );
}

function diffType(
  existed: boolean,
  exists: boolean,
): ComponentDiff["diffType"]["type"] {
  if (!existed) return "create";
  return exists ? "modify" : "unmount";
}

/**
 * For the app, the list also contains shared chunks and auth.config.js, as the
 * CLI pushed them.
 */
function modulePaths(
  path: ComponentPath,
  deployment: Deployment | null,
  component: DeployedComponent | undefined,
): string[] {
  const modules =
    path === "" && deployment
      ? recordOf(deployment).appModules
      : (component?.modules ?? []);
  return modules.map((module) => module.path);
}

function describeAuth(providers: readonly AuthProvider[]): string[] {
  return providers.map((provider) => JSON.stringify(provider));
}

function diffCrons(
  before: DeployedComponent | undefined,
  after: DeployedComponent | undefined,
): ComponentDiff["cronDiff"] {
  const old = new Map(before?.crons);
  const next = new Map(after?.crons);
  const kept = [...next.keys()].filter((name) => old.has(name));
  return {
    added: [...next.keys()].filter((name) => !old.has(name)),
    updated: kept.filter(
      (name) =>
        JSON.stringify(old.get(name)) !== JSON.stringify(next.get(name)),
    ),
    deleted: [...old.keys()].filter((name) => !next.has(name)),
  };
}

function diffTexts(
  before: readonly string[],
  after: readonly string[],
): AddedRemoved {
  return {
    added: after.filter((text) => !before.includes(text)),
    removed: before.filter((text) => !after.includes(text)),
  };
}
