import type { AuthProvider } from "../runtime/contract/runtime.ts";
import type { ModuleExports } from "./analyzeModule.ts";
import { EvaluationError } from "./evaluationError.ts";

/**
 * Imports `auth.config.js` and tracks which unset environment variables it reads.
 * An unset variable gets an error code of its own, which the CLI explains.
 *
 * @throws EvaluationError
 */
export async function evaluateAuthConfig(
  load: () => Promise<ModuleExports>,
): Promise<AuthProvider[]> {
  const missing = new Set<string>();
  const environment = process.env;
  process.env = new Proxy(environment, {
    get(target, name) {
      if (typeof name !== "string") return undefined;
      if (target[name] === undefined && !isReadByNode()) missing.add(name);
      return target[name];
    },
  });
  try {
    const providers = parseAuthConfig(await load());
    // An unset variable in a template literal becomes the text "undefined".
    if (JSON.stringify(providers).includes("undefined")) refuseMissing(missing);
    return providers;
  } catch (error) {
    refuseMissing(missing);
    throw error;
  } finally {
    process.env = environment;
  }
}

/**
 * Returns true if Node's own code is reading, because its module loader reads
 * variables during an import.
 */
function isReadByNode(): boolean {
  // The frames are this function, the proxy's `get`, and then the reader.
  const [, , , reader = ""] = new Error().stack?.split("\n") ?? [];
  return reader.includes("node:internal/");
}

function refuseMissing(missing: ReadonlySet<string>): void {
  const [name] = missing;
  if (name === undefined) return;
  throw new EvaluationError(
    "AuthConfigMissingEnvironmentVariable",
    `Environment variable ${name} is used in auth.config.js but its value was not set.`,
  );
}

function parseAuthConfig(exports: ModuleExports): AuthProvider[] {
  const config: unknown = exports.default;
  if (!isRecord(config) || !Array.isArray(config.providers)) {
    throw invalid("the default export must be `{ providers: [...] }`");
  }
  return config.providers.map(parseProvider);
}

function parseProvider(provider: unknown, index: number): AuthProvider {
  const at = `providers[${String(index)}]`;
  if (!isRecord(provider)) throw invalid(`${at} must be an object`);
  const text = (name: string): string => {
    const value = provider[name];
    if (typeof value !== "string" || value === "") {
      throw invalid(`${at}.${name} must be a string that is not empty`);
    }
    return value;
  };
  if (provider.type !== "customJwt") {
    return {
      type: "oidc",
      domain: text("domain"),
      applicationID: text("applicationID"),
    };
  }
  return {
    type: "customJwt",
    applicationID:
      provider.applicationID == null ? null : text("applicationID"),
    issuer: text("issuer"),
    jwks: text("jwks"),
    algorithm: text("algorithm"),
  };
}

function invalid(problem: string): EvaluationError {
  return new EvaluationError(
    "InvalidAuthConfig",
    `auth.config.js: ${problem}.`,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
