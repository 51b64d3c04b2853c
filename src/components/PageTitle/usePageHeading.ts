import { type RefObject, createContext, use, useEffect, useRef } from "react";
import { useTexts } from "../../texts/TextsProvider";

/** True once somebody has gone from page to page: the first one is read from its top anyway. */
export const MovedContext = createContext(false);

/** Names the browser tab, and takes the focus when a page is entered by a link, so that it is read from its heading on. */
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
    // Only for the page that was entered; it keeps its heading while it lives.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, []);

  return heading;
}
