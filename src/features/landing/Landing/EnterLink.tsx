import { type MouseEvent, type ReactNode, createContext, use } from "react";

interface Enter {
  onEnter: (path: string) => void;
  onApproach?: () => void;
}

const EnterContext = createContext<Enter>({ onEnter: () => {} });

export const EnterProvider = EnterContext;

interface EnterLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/**
 * A link into the app. A plain click opens the app without reloading the page; any other click
 * works as a normal link. Hover or focus calls `onApproach`, to start loading the app.
 */
export function EnterLink({ to, className, children }: EnterLinkProps) {
  const { onEnter, onApproach } = use(EnterContext);

  const handleClick = (event: MouseEvent) => {
    const wantsNewTab =
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey;
    if (wantsNewTab) return;
    event.preventDefault();
    onEnter(to);
  };

  return (
    <a
      href={to}
      className={className}
      onClick={handleClick}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      {children}
    </a>
  );
}
