import { useEffect } from "react";
import { Scope } from "../../audio/scope";

/** Asks before the tab is closed while something would be lost; with a question also before a link leads away. */
export function useLeaveGuard(isActive: boolean, question?: string): void {
  useEffect(() => {
    if (!isActive) return;
    const scope = new Scope();
    scope.listen(window, "beforeunload", (event) => event.preventDefault());
    if (question !== undefined) {
      // In the capture phase, so that it runs before the router follows the link.
      const handleClick = (event: MouseEvent) => {
        if (!leadsAway(event) || window.confirm(question)) return;
        event.preventDefault();
        event.stopPropagation();
      };
      document.addEventListener("click", handleClick, true);
      scope.add(() => document.removeEventListener("click", handleClick, true));
    }
    return () => scope.dispose();
  }, [isActive, question]);
}

function leadsAway(event: MouseEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (!(event.target instanceof Element)) return false;
  const link = event.target.closest("a");
  if (!link?.href || link.target === "_blank") return false;
  const target = new URL(link.href, window.location.href);
  return target.pathname !== window.location.pathname;
}
