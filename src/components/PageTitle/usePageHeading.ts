import { type RefObject, createContext, use, useEffect, useRef } from "react";
import { useTexts } from "../../texts/TextsProvider";

/**
 * True after the first navigation inside the app. Screen readers read the first page from the top
 * anyway.
 */
export const MovedContext = createContext(false);

/**
 * Sets the document title, and focuses the heading when a link leads to the page, so that screen
 * readers start there. Attach the returned ref to the h1.
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only on mount
  }, []);

  return heading;
}
