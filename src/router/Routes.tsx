import {
  Children,
  type ReactNode,
  createContext,
  isValidElement,
  use,
  useMemo,
} from "react";
import { type Params, matchPath } from "./matchPath";
import { useLocation } from "./Router";

interface RouteProps {
  /** See `matchPath`. A route without a path is the frame of the routes in it. */
  path?: string;
  element: ReactNode;
  children?: ReactNode;
}

/** Says what `Routes` shows at a path. It renders nothing itself. */
export function Route(_props: RouteProps): ReactNode {
  return null;
}

interface Shown {
  readonly params: Params;
  /** What a frame shows inside. */
  readonly outlet: ReactNode;
}

const ShownContext = createContext<Shown>({ params: {}, outlet: null });

/** Shows the first route in it that matches the path on the screen; nothing if none does. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return useMemo(
    () => firstMatch(children, pathname)?.shown,
    [children, pathname],
  );
}

/** In the frame of routes, the place of the one that matches. */
export function Outlet() {
  return use(ShownContext).outlet;
}

/** The parts of the path that the route on the screen names. */
export function useParams(): Params {
  return use(ShownContext).params;
}

interface Match {
  readonly params: Params;
  readonly shown: ReactNode;
}

function firstMatch(routes: ReactNode, pathname: string): Match | undefined {
  for (const route of Children.toArray(routes)) {
    if (!isValidElement<RouteProps>(route)) continue;
    const match = matchRoute(route.props, pathname);
    if (match) return match;
  }
}

function matchRoute(
  { path, element, children }: RouteProps,
  pathname: string,
): Match | undefined {
  const inside = firstMatch(children, pathname);
  const params =
    path === undefined ? inside?.params : matchPath(path, pathname);
  if (!params) return undefined;
  const shown = (
    <ShownContext value={{ params, outlet: inside?.shown }}>
      {element}
    </ShownContext>
  );
  return { params, shown };
}
