import { useEffect, useLayoutEffect, useRef } from "react";

interface Opener {
  readonly element: Element | null;
  /** The sections around the element, innermost first. */
  readonly regions: readonly Element[];
}

/**
 * Returns the focus, when a dialog closes, to the element that had it before the dialog opened. If
 * that element is gone, for example with a deleted card, the heading above it gets the focus. Works
 * for dialogs whose code is loaded on demand.
 */
export function useReturnFocus(isOpen: boolean): void {
  const opener = useRef<Opener | null>(null);

  // A layout effect runs before the dialog's focus trap, which takes the focus one tick later.
  useLayoutEffect(() => {
    if (isOpen) opener.current = findOpener();
  }, [isOpen]);

  // A passive effect runs after the commit. React restores the previous focus at the end of the
  // commit, which would undo an earlier change.
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (opener.current) focusAgain(opener.current);
    };
  }, [isOpen]);
}

function findOpener(): Opener {
  const element = document.activeElement;
  const regions: Element[] = [];
  let region = element?.closest("section, main");
  while (region) {
    regions.push(region);
    region = region.parentElement?.closest("section, main");
  }
  return { element, regions };
}

function focusAgain({ element, regions }: Opener): void {
  const target = element?.isConnected ? element : findHeading(regions);
  if (!(target instanceof HTMLElement)) return;
  if (target !== element) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Returns the heading of the innermost section that still exists and has a heading. */
function findHeading(regions: readonly Element[]): Element | undefined {
  return regions
    .filter((region) => region.isConnected)
    .flatMap((region) => [...region.querySelectorAll("h1, h2, h3")])
    .find((heading) => heading.closest("article") === null);
}
