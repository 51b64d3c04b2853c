/**
 * Returns the variables of a module that its functions assign to. They keep their
 * values between calls, which they do not on Convex.
 */
import type { Variable } from "eslint-scope";
import type { Syntax } from "./syntax.ts";

export function moduleState({ scopes }: Syntax): string[] {
  const ofModule = scopes.scopes.filter(
    ({ type }) => type === "module" || type === "global",
  );
  return ofModule
    .flatMap(({ variables }) => variables)
    .filter(isAssignedInFunction)
    .map(({ name }) => name);
}

function isAssignedInFunction({ scope, references }: Variable): boolean {
  return references.some(
    (reference) =>
      reference.isWrite() &&
      !reference.init &&
      reference.from.variableScope !== scope.variableScope,
  );
}
