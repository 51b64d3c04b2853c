import type { AuthProvider, Deployment } from "../runtime/contract/runtime.ts";
import { recordOf } from "./deploymentRecord.ts";
import type { EvaluatedDefinition } from "./evaluation.ts";
import type { IndexDiff } from "./indexDiff.ts";

export interface SchemaChange {
  readonly allocatedComponentIds: Record<string, never>;
  readonly schemaIds: { readonly push: string };
  readonly indexDiffs: Readonly<Record<string, IndexDiff>>;
}

/**
 * The response to `start_push`. The CLI generates code from it and sends it
 * back to finish the push.
 */
export function describeStartedPush(
  deployment: Deployment,
  schemaChange: SchemaChange,
): unknown {
  const { definitions, app } = recordOf(deployment);
  return {
    // The CLI does not need the values, so they are not sent.
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: deployment.authProviders.map(describeProvider),
    analysis: Object.fromEntries(
      Object.entries(definitions).map(([path, evaluated]) => [
        path,
        describeDefinition(evaluated),
      ]),
    ),
    app,
    schemaChange,
  };
}

function describeDefinition(evaluated: EvaluatedDefinition): unknown {
  const { definition, schema, functions, serverVersion } = evaluated;
  return {
    definition,
    schema,
    functions,
    udfConfig: {
      serverVersion,
      importPhaseRngSeed: null,
      importPhaseUnixTimestamp: null,
    },
  };
}

function describeProvider(provider: AuthProvider): unknown {
  if (provider.type === "customJwt") return provider;
  const { domain, applicationID } = provider;
  return { domain, applicationID };
}
