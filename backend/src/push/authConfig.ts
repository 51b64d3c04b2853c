import type { AuthProvider } from "../functions/contract.ts";
import type { ModuleExports } from "./analyzeModule.ts";
import { EvaluationError } from "./evaluationError.ts";

/**
 * Imports `auth.config.js` while watching which environment variables it
 * reads: one that is not set is an error of its own, which the CLI explains.
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
    // A missing variable inside a template literal leaves this trace.
    if (JSON.stringify(providers).includes("undefined")) refuseMissing(missing);
    return providers;
  } catch (error) {
    refuseMissing(missing);
    throw error;
  } finally {
    process.env = environment;
  }
}

/** Node's module loader reads variables of its own while it imports. */
function isReadByNode(): boolean {
  // Frames: this function, the proxy's `get`, then the reader.
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
