import { ActionIcon } from "@mantine/core";
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useDismissal } from "../../hooks/useDismissal";
import { Icon } from "../Icon/Icon";
import { MenuDone } from "./menuDone";
import classes from "./MoreMenu.module.css";

interface MoreMenuProps {
  label: string;
  /**
   * The buttons of the menu. A button that has done its work calls the function from `MenuDone`.
   */
  children: ReactNode;
}

/**
 * The "…" button of a card and the menu below its row. The menu is open at first, because its code
 * is loaded when the button is pressed.
 */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  useDismissal(isOpen, { area, opener }, close);

  // This button has replaced the one that was pressed, which had the focus.
  useEffect(() => opener.current?.focus(), []);

  const handleDone = () => {
    close();
    const focused = document.activeElement;
    // A busy button is disabled, so the focus has moved to the body.
    const isHere = focused === document.body || area.current?.contains(focused);
    if (isHere) opener.current?.focus();
  };

  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !area.current?.contains(relatedTarget)) close();
  };

  return (
    <div ref={area} className={classes.area} onBlur={handleBlur}>
      <ActionIcon
        ref={opener}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="more" />
      </ActionIcon>
      <div
        ref={isOpen ? showWhole : undefined}
        id={id}
        className={classes.items}
        hidden={!isOpen}
      >
        {/* The buttons stay rendered while the menu is closed, because a button may have an
            open dialog. */}
        <MenuDone value={handleDone}>{children}</MenuDone>
      </div>
    </div>
  );
}

/** Scrolls to the menu, which may open below the screen or behind the bar at its bottom. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
