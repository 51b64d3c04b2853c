import type { ComponentType } from "react";
import type { Access } from "../components/Guard/decideAccess";
import { Loading } from "../components/Loading/Loading";
import { withCode } from "../components/OnDemand/onDemand";
import { Code } from "../lib/code";
import type { PageProps } from "../routing/pageProps";
import type { Prewarm } from "../routing/prewarm";

export interface RouteEntry {
  /** Pattern for the router; see `paths`. */
  path: string;
  access: Access;
  /** Loads the page's code. Safe to call more than once. */
  load: () => Promise<unknown>;
  /** Loads the function that starts the page's first queries. */
  loadPrewarm?: () => Promise<Prewarm>;
  Page: ComponentType<PageProps>;
  /** Whether the page has a head to show while the viewer is not known yet. */
  hasHead: boolean;
}

/**
 * Describes a route whose page is loaded on demand. Does without Suspense: React keeps its fallback
 * on screen for at least 300 ms once it appears.
 */
export function route(
  path: string,
  access: Access,
  loadPage: () => Promise<ComponentType<PageProps>>,
  loadPrewarm?: () => Promise<Prewarm>,
  hasHead = false,
): RouteEntry {
  const code = new Code(loadPage);
  const Page = withCode(code, { fallback: <Loading isWholePage /> });
  return { path, access, load: () => code.load(), loadPrewarm, Page, hasHead };
}
