import { type RefObject, use, useEffect, useRef } from "react";
import { MovedContext } from "../../hooks/movedContext";
import { useTexts } from "../../texts/TextsProvider";

/**
 * Sets the document title, and focuses the heading when a link leads to the page, so that screen
 * readers start there. On the first page it does not, because screen readers start at the top
 * anyway. Attach the returned ref to the h1.
 */
export function usePageHeading(
  name: string,
): RefObject<HTMLHeadingElement | null> {
  const { appName } = useTexts("common");
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = use(MovedContext);

  useEffect(() => {
    document.title = name === "" ? appName : `${name} · ${appName}`;
  }, [name, appName]);

  useEffect(() => {
    if (hasMoved) heading.current?.focus({ preventScroll: true });
    // Focus only when the page mounts, not when the context changes later.
    // oxlint-disable-next-line react/exhaustive-deps -- only on mount
  }, []);

  return heading;
}
