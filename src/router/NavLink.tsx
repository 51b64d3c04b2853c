import { Link, type LinkProps } from "./Link";
import { useLocation } from "./Router";

/** A link that tells screen readers and styles while its page, or a page below that, is open. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isCurrent = isWithin(pathname.toLowerCase(), props.to.toLowerCase());
  return <Link {...props} aria-current={isCurrent ? "page" : undefined} />;
}

function isWithin(pathname: string, to: string): boolean {
  const [place = ""] = to.split(/[?#]/);
  return pathname === place || pathname.startsWith(`${place}/`);
}
