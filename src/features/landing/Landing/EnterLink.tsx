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

/** A real link that, on a plain click, goes into the app without loading the page anew. */
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
