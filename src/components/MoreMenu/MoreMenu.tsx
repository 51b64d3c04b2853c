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
  /** Its buttons. Those that have done their work call what `MenuDone` holds. */
  children: ReactNode;
}

/**
 * The "…" key of a card and, below its row, the buttons behind it. Open at first: its code is loaded
 * when the key is pressed.
 */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  useDismissal(isOpen, { area, opener }, close);

  // The key that was pressed is gone, and this one stands in its place.
  useEffect(() => opener.current?.focus(), []);

  const handleDone = () => {
    close();
    const focused = document.activeElement;
    // A button that is busy loses the focus to the body.
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
        {/* Stays rendered when it is closed, because a button may hold a dialog. */}
        <MenuDone value={handleDone}>{children}</MenuDone>
      </div>
    </div>
  );
}

/** The menu may open below the screen, or behind the bar at its bottom. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
