import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import classes from "./SoundCard.module.css";

interface SoundCardProps {
  /** What the card is, for who hears it and does not see it. */
  label: string;
  /** Whose side of the circle it comes from: the colour of its spine. */
  kind: "beat" | "verse";
  /** Where a click leads that met no control. */
  href?: string;
  /** What a link to this very card has behind its `#`. */
  anchor?: string;
  /** It came while the list was open, and slides in. */
  isFresh?: boolean;
  children: ReactNode;
}

const CONTROLS = "button, a, input, label, [role='slider'], [role='button']";

/** The paper a beat or verse is printed on. The whole of it is a short cut to its page; the link inside is the real way. */
export function SoundCard(props: SoundCardProps) {
  const { label, kind, href, anchor, isFresh = false, children } = props;
  const navigate = useNavigate();
  const { hash } = useLocation();
  const card = useRef<HTMLElement>(null);
  const isLinked = anchor !== undefined && hash === `#${anchor}`;

  useEffect(() => {
    if (isLinked) card.current?.scrollIntoView({ block: "center" });
  }, [isLinked]);

  const handleClick = (event: MouseEvent) => {
    if (href === undefined || !(event.target instanceof Element)) return;
    if (event.target.closest(CONTROLS) !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(href);
  };

  return (
    <article
      ref={card}
      id={anchor}
      className={classes.card}
      aria-label={label}
      data-kind={kind}
      data-clickable={href !== undefined || undefined}
      data-linked={isLinked || undefined}
      data-fresh={isFresh || undefined}
      onClick={handleClick}
    >
      {children}
    </article>
  );
}
