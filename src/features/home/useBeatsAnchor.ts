import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { beatsAnchor } from "../../routing/paths";

/**
 * Returns props for the element that holds the list of beats. A link to `beatsHref` scrolls to it
 * and moves the focus there, each time the link is followed.
 */
export function useBeatsAnchor() {
  const { hash, key } = useLocation();
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (hash !== `#${beatsAnchor}`) return;
    // Waits a frame, because a new page first scrolls to its top and focuses its heading.
    const frame = requestAnimationFrame(() => {
      ref.current?.scrollIntoView({ block: "start" });
      ref.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);

  return { ref, id: beatsAnchor, tabIndex: -1 };
}
