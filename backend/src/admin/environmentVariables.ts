import { HttpError } from "../http/httpError.ts";
import { JsonFields } from "../http/jsonFields.ts";

export interface EnvironmentChange {
  readonly name: string;
  /** null removes the variable. */
  readonly value: string | null;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const MAX_VALUE_BYTES = 8192;
const MAX_VARIABLES = 100;
/** Set by the server; not listed, and not changeable. */
export const BUILT_IN_VARIABLES: ReadonlySet<string> = new Set([
  "CONVEX_CLOUD_URL",
  "CONVEX_SITE_URL",
]);

/**
 * Parses `{changes: [{name, value}]}` and applies Convex's rules to names,
 * sizes and the number of variables.
 *
 * @throws HttpError 400
 */
export function parseEnvironmentChanges(
  body: unknown,
  environment: Readonly<Record<string, string>>,
): EnvironmentChange[] {
  const changes = new JsonFields(body, "body")
    .objects("changes")
    .map((change): EnvironmentChange => ({
      name: change.string("name"),
      value: change.stringOrNull("value"),
    }));
  for (const change of changes) validate(change);
  const names = Object.keys(applyChanges(environment, changes));
  if (names.length > MAX_VARIABLES) {
    throw invalid(
      "TooManyEnvironmentVariables",
      `A deployment can have ${String(MAX_VARIABLES)} environment variables at most.`,
    );
  }
  return changes;
}

/** Returns the environment after the changes; does not modify its arguments. */
export function applyChanges(
  environment: Readonly<Record<string, string>>,
  changes: readonly EnvironmentChange[],
): Record<string, string> {
  const result = new Map(Object.entries(environment));
  for (const { name, value } of changes) {
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

function validate({ name, value }: EnvironmentChange): void {
  if (!NAME.test(name)) {
    throw invalid(
      "InvalidEnvironmentVariableName",
      `Environment variable name "${name}" is invalid: use up to 40 letters, digits and "_", not starting with a digit.`,
    );
  }
  if (BUILT_IN_VARIABLES.has(name)) {
    throw invalid(
      "ReservedEnvironmentVariableName",
      `Environment variable "${name}" is built in and cannot be changed.`,
    );
  }
  if (value !== null && Buffer.byteLength(value) > MAX_VALUE_BYTES) {
    throw invalid(
      "EnvironmentVariableTooLarge",
      `The value of environment variable "${name}" is larger than ${String(MAX_VALUE_BYTES)} bytes.`,
    );
  }
}

function invalid(code: string, message: string): HttpError {
  return new HttpError(400, code, message);
}
