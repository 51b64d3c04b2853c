import { ActionIcon } from "@mantine/core";
import {
  type FocusEvent,
  type ReactNode,
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

/** The "…" key of a card. Shows its buttons below the row that it stands in. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // Stays rendered, because a button may hold a dialog.
  const [wasOpened, setWasOpened] = useState(false);
  const close = () => setIsOpen(false);
  useDismissal(isOpen, { area, opener }, close);

  const handlePress = () => {
    setIsOpen(!isOpen);
    setWasOpened(true);
  };

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
        onClick={handlePress}
      >
        <Icon name="more" />
      </ActionIcon>
      <div
        ref={isOpen ? showWhole : undefined}
        id={id}
        className={classes.items}
        hidden={!isOpen}
      >
        {wasOpened && <MenuDone value={handleDone}>{children}</MenuDone>}
      </div>
    </div>
  );
}

/** The menu may open below the screen, or behind the bar at its bottom. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
