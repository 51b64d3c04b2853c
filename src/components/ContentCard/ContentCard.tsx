import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import classes from "./ContentCard.module.css";

interface ContentCardProps {
  /** Name of the card for screen readers. */
  label: string;
  /** Sets the colour of the spine. */
  kind: "beat" | "verse";
  /** Destination of a click on the card outside its controls. */
  href?: string;
  /** Element id of the card. A location hash with this id scrolls to the card and highlights it. */
  anchor?: string;
  /** True if the item arrived while the list was open; the card then slides in. */
  isFresh?: boolean;
  /** How many steps the card is indented. */
  depth?: number | undefined;
  children: ReactNode;
}

/** Width and height, in pixels, of the picture in front of the names. */
export const PICTURE_SIZE = 52;

const CONTROLS = "button, a, input, label, [role='slider'], [role='button']";

/**
 * The card around a beat or verse. Clicking anywhere on it is a shortcut to `href`; the card's
 * content must also have a real link there, for keyboards and screen readers.
 */
export function ContentCard(props: ContentCardProps) {
  const { label, kind, href, anchor, isFresh = false, depth } = props;
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
      style={depth ? { marginInlineStart: `${depth}rem` } : undefined}
      onClick={handleClick}
    >
      {props.children}
    </article>
  );
}
