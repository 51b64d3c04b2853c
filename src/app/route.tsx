import { type ComponentType, lazy, useState } from "react";
import type { PageProps } from "../routing/pageProps";
import type { Prewarm } from "../routing/prewarm";
import type { Access } from "../components/Guard/decideAccess";

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

/** Describes a route whose page is loaded on demand. */
export function route(
  path: string,
  access: Access,
  loadPage: () => Promise<ComponentType<PageProps>>,
  loadPrewarm?: () => Promise<Prewarm>,
  hasHead = false,
): RouteEntry {
  let loaded: ComponentType<PageProps> | null = null;
  const load = async () => {
    loaded = await loadPage();
    return { default: loaded };
  };
  const LazyPage = lazy(load);

  /**
   * Renders a page that has already loaded without Suspense: React keeps a fallback on screen for
   * at least 300 ms once it appears.
   */
  function Page(props: PageProps) {
    const [Shown] = useState(() => loaded ?? LazyPage);
    return <Shown {...props} />;
  }

  return { path, access, load, loadPrewarm, Page, hasHead };
}
