import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { logFailure } from "../../lib/logFailure";
import { useTexts } from "../../texts/TextsProvider";
import { ErrorNote } from "../ErrorNote/ErrorNote";

const AGAIN_MS = 5_000;

interface OnDemandOptions {
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Set it for a part that the viewer has not asked for. If it fails, it shows no error and tries again by itself. */
  isQuiet?: boolean;
}

/**
 * Returns a component whose code loads when it first appears. If the connection is lost meanwhile,
 * a note takes its place and offers to try again; the rest of the page stays. React's `lazy` would
 * fail for good instead, and take the page with it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, isQuiet = false }: OnDemandOptions = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;

  return function OnDemand(props: Props) {
    const { partFailed } = useTexts("common");
    const [Part, setPart] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);

    useEffect(() => {
      if (Part || hasFailed) return;
      let isGone = false;
      const handleFailure = (error: unknown) => {
        logFailure("loading a part of the page failed", error);
        if (!isGone) setHasFailed(true);
      };
      load()
        .then((part) => {
          loaded = part;
          if (!isGone) setPart(() => part);
        })
        .catch(handleFailure);
      return () => {
        isGone = true;
      };
    }, [Part, hasFailed]);

    useEffect(() => {
      if (!hasFailed || !isQuiet) return;
      const timer = setTimeout(() => setHasFailed(false), AGAIN_MS);
      return () => clearTimeout(timer);
    }, [hasFailed]);

    if (Part) return <Part {...props} />;
    if (!hasFailed) return fallback;
    if (isQuiet) return null;
    return (
      <div ref={showAll}>
        <ErrorNote message={partFailed} onRetry={() => setHasFailed(false)} />
      </div>
    );
  };
}

/** The place of the part may be below the screen, or behind the bar at its bottom. */
function showAll(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
}
