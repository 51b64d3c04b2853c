import type { ComponentProps, MouseEvent } from "react";
import type { Location } from "./location";
import { useHistory } from "./Router";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** A path of this site, with its query and hash. */
  to: string;
  /** For the page that the link opens. */
  state?: unknown;
}

/**
 * A link within the app. It is a real one, so the browser can open it in a new tab or window, copy
 * it or save what it leads to.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const history = useHistory();

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    // Browsers do the same: a link to the open page adds no entry.
    const replace = to === addressOf(history.location);
    history.navigate(to, { replace, state });
  };

  return <a {...rest} href={to} onClick={handleClick} />;
}

/** False for a click that opens another tab or window, or saves a file. */
function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, currentTarget: link } = event;
  if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) {
    return false;
  }
  const isForOther = link.target !== "" && link.target !== "_self";
  return button === 0 && !isForOther && !link.hasAttribute("download");
}

const addressOf = ({ pathname, search, hash }: Location) =>
  pathname + search + hash;
