import { useEffectEvent, useLayoutEffect } from "react";

const WRITING = "input, textarea, select, [contenteditable]";

/**
 * Calls `onKey` with the letter of each key pressed on the page, in lower case, and with its event.
 * Ignores keys that are held down, pressed with Ctrl, Alt or Meta, or typed into a field. In a
 * field, Escape leaves the field.
 */
export function useKeys(
  onKey: (key: string, press: KeyboardEvent) => void,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.closest(WRITING) !== null) {
      if (event.key === "Escape") target.blur();
      return;
    }
    onKey(event.key.toLowerCase(), event);
  });

  // An ordinary effect runs later and would miss a key that is pressed as soon as the screen
  // appears.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
