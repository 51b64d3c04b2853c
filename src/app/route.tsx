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
  /** Loads the page's code and returns its `prewarm`. Safe to call more than once. */
  load: () => Promise<Prewarm | undefined>;
  Page: ComponentType<PageProps>;
  /** Whether the page has a head that it can show before the viewer is known. */
  hasHead: boolean;
}

/** The exports of a file in `pages/`. */
interface PageModule {
  default: ComponentType<PageProps>;
  prewarm?: Prewarm;
}

/**
 * Describes a route whose page is loaded on demand. Does not use Suspense, because React keeps a
 * Suspense fallback on screen for at least 300 ms once it appears.
 */
export function route(
  path: string,
  access: Access,
  importPage: () => Promise<PageModule>,
  hasHead = false,
): RouteEntry {
  const code = new Code(async () => (await importPage()).default);
  const Page = withCode(code, { fallback: <Loading isWholePage /> });
  const load = async () => {
    await code.load();
    return (await importPage()).prewarm;
  };
  return { path, access, load, Page, hasHead };
}
