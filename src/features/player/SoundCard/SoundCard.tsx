import type { MouseEvent, ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import classes from "./SoundCard.module.css";

interface SoundCardProps {
  /** What the card is, for who hears it and does not see it. */
  label: string;
  /** Whose side of the circle it comes from: the colour of its spine. */
  kind: "beat" | "verse";
  /** Where a click leads that met no control. */
  href?: string;
  children: ReactNode;
}

const CONTROLS = "button, a, input, label, [role='slider'], [role='button']";

/** The paper a beat or verse is printed on. The whole of it is a short cut to its page; the link inside is the real way. */
export function SoundCard({ label, kind, href, children }: SoundCardProps) {
  const navigate = useNavigate();

  const handleClick = (event: MouseEvent) => {
    if (href === undefined || !(event.target instanceof Element)) return;
    if (event.target.closest(CONTROLS) !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(href);
  };

  return (
    <article
      className={classes.card}
      aria-label={label}
      data-kind={kind}
      data-clickable={href !== undefined || undefined}
      onClick={handleClick}
    >
      {children}
    </article>
  );
}
