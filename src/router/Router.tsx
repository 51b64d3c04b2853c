import {
  type ReactNode,
  createContext,
  startTransition,
  use,
  useLayoutEffect,
  useState,
} from "react";
import { type History, browserHistory } from "./history";
import type { Location } from "./location";

const HistoryContext = createContext<History | null>(null);
const LocationContext = createContext<Location | null>(null);

interface RouterProps {
  history: History;
  children: ReactNode;
}

/** Provides everything below with the history and the place in it that is on the screen. */
export function Router({ history, children }: RouterProps) {
  const [location, setLocation] = useState(history.location);

  useLayoutEffect(
    () =>
      history.listen(() => {
        const reached = history.location;
        // A page may take long to draw. Until it is there, the present one answers to clicks.
        startTransition(() => setLocation(reached));
      }),
    [history],
  );

  return (
    <HistoryContext value={history}>
      <LocationContext value={location}>{children}</LocationContext>
    </HistoryContext>
  );
}

/** The router of a tab. Its pages are entries of the browser's history. */
export function BrowserRouter({ children }: Omit<RouterProps, "history">) {
  const [history] = useState(browserHistory);
  return <Router history={history}>{children}</Router>;
}

/** The place on the screen. Where a page takes long to draw, the address bar is ahead of it. */
export function useLocation(): Location {
  return provided(use(LocationContext));
}

export function useHistory(): History {
  return provided(use(HistoryContext));
}

/** Returns a function that opens an address of this site. It stays the same. */
export function useNavigate(): History["navigate"] {
  return useHistory().navigate;
}

function provided<Value>(value: Value | null): Value {
  if (value === null) throw new Error("This needs a Router above.");
  return value;
}
