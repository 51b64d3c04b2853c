import type { ConvexReactClient } from "convex/react";
import { type ComponentType, lazy, useState } from "react";
import type { Params } from "react-router-dom";
import type { Access } from "./access";

/** Asks for what a page will show first. Whatever it asks for must be everybody's to see. */
export type Prewarm = (
  client: ConvexReactClient,
  place: { params: Params; search: URLSearchParams },
) => void;

export interface RouteEntry {
  path: string;
  access: Access;
  load: () => Promise<unknown>;
  loadPrewarm?: () => Promise<Prewarm>;
  Page: ComponentType;
}

export function route(
  path: string,
  access: Access,
  loadPage: () => Promise<ComponentType>,
  loadPrewarm?: () => Promise<Prewarm>,
): RouteEntry {
  let loaded: ComponentType | null = null;
  const load = async () => {
    loaded = await loadPage();
    return { default: loaded };
  };
  const LazyPage = lazy(load);

  /** A page that is there already is shown at once: React keeps a fallback that it has begun with for 300 ms. */
  function Page() {
    const [Shown] = useState(() => loaded ?? LazyPage);
    return <Shown />;
  }

  return { path, access, load, loadPrewarm, Page };
}
