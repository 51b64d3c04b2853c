import { useEffect, useEffectEvent } from "react";

/** One mark for each open dialog, the top dialog's last. */
const openDialogs: symbol[] = [];

/**
 * Calls `onEscape` when Escape is pressed while this dialog is the top one. Mantine's own handler
 * would close every open dialog at once.
 */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent, mark: symbol) => {
    if (event.key !== "Escape" || event.isComposing) return;
    // The dialog above this one may have closed during the same event.
    if (event.defaultPrevented || openDialogs.at(-1) !== mark) return;
    if (isOfOpenMenu(event.target)) return;
    event.preventDefault();
    onEscape();
  });

  useEffect(() => {
    if (!isOpen) return;
    const mark = Symbol("dialog");
    const listener = (event: KeyboardEvent) => handleKey(event, mark);
    openDialogs.push(mark);
    window.addEventListener("keydown", listener, { capture: true });
    return () => {
      openDialogs.splice(openDialogs.indexOf(mark), 1);
      window.removeEventListener("keydown", listener, { capture: true });
    };
  }, [isOpen]);
}

/** Mantine marks fields whose menu is open. In such a field, Escape closes the menu. */
const isOfOpenMenu = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.getAttribute("data-mantine-stop-propagation") === "true";
