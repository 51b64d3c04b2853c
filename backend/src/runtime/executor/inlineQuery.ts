/** Queries that an admin sends as source text: `convex run --inline-query`. */
import type { ComponentPath } from "../../database/contract.ts";
import { CallRefused } from "../worker/functionErrors.ts";
import {
  assertUdfType,
  type LoadedFunction,
  loadFunction,
} from "../worker/loadedFunction.ts";
import type { TransactionFunctions } from "./transactions/transactionFunctions.ts";
import { workerUrl } from "../worker/workerUrl.ts";

/** Import that the CLI writes at the top of the source. */
const WRAPPERS = "convex:/_system/repl/wrappers.js";

/** @throws CallRefused unless the text is a module whose default export is a query. */
export async function loadInlineQuery(
  functions: TransactionFunctions,
  component: ComponentPath,
  source: string,
): Promise<LoadedFunction> {
  const wrappers = workerUrl("./inlineQueryWrappers", import.meta.url).href;
  const text = source.replaceAll(WRAPPERS, wrappers);
  const exported = await functions.evaluateSource(component, text).then(
    (namespace) => namespace.default,
    (error: unknown) => {
      throw new CallRefused(
        `The inline query cannot be loaded: ${String(error)}`,
      );
    },
  );
  const loaded = loadFunction(component, "inline:default", exported);
  if (loaded === null) {
    throw new CallRefused(
      "The inline query has no query as its default export.",
    );
  }
  assertUdfType(loaded, "Query");
  return loaded;
}
