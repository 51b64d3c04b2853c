import { type RefObject, useEffect, useEffectEvent } from "react";

interface Menu {
  /** The element around the menu's button and items. A press outside it closes the menu. */
  readonly area: RefObject<HTMLElement | null>;
  /** The button that opens the menu. Gets the focus when Escape closes the menu. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** Closes an open menu on Escape and on a press outside it. */
export function useDismissal(
  isOpen: boolean,
  { area, opener }: Menu,
  onClose: () => void,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    onClose();
    opener.current?.focus();
  });
  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !area.current?.contains(target)) onClose();
  });

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => handleKey(event);
    const onPress = (event: PointerEvent) => handlePress(event);
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [isOpen]);
}
