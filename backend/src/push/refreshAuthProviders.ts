import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import { evaluateAuthProviders } from "./evaluatePush.ts";
import { evaluationContext, type PushOptions } from "./pushOptions.ts";

/**
 * Evaluates `auth.config.js` of the live deployment again, because the server's
 * address may have changed since the push.
 */
export async function refreshAuthProviders(
  runtime: FunctionRuntime,
  options: PushOptions,
): Promise<void> {
  const { deployment } = runtime;
  if (!deployment) return;
  const context = evaluationContext(options, runtime.environment);
  const providers = await evaluateAuthProviders(deployment, context);
  await runtime.setAuthProviders(providers);
}
