/** A query that an administrator sends as source text: `convex run --inline-query`. */
import type { ComponentPath } from "../database/contract.ts";
import { CallRefused } from "./functionErrors.ts";
import {
  assertUdfType,
  type LoadedFunction,
  loadFunction,
} from "./loadedFunction.ts";
import { workerUrl } from "./workerUrl.ts";

/** What the CLI writes at the top of the source. */
const WRAPPERS = "convex:/_system/repl/wrappers.js";

/** @throws CallRefused when the text is no module with a query as default export. */
export async function loadInlineQuery(
  component: ComponentPath,
  source: string,
): Promise<LoadedFunction> {
  const wrappers = workerUrl("./inlineQueryWrappers", import.meta.url).href;
  const text = source.replaceAll(WRAPPERS, wrappers);
  const encoded = Buffer.from(text).toString("base64");
  const url = `data:text/javascript;base64,${encoded}`;
  const exported = await import(url).then(
    // A module's namespace.
    (namespace: { default?: unknown }) => namespace.default,
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
