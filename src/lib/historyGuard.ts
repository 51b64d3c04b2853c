type PopHandler = (event: PopStateEvent) => void;

let handler: PopHandler | null = null;

/**
 * Must be called before the router mounts. Browsers call the window's listeners in the order they
 * were added, whether capturing or not, and a guard must see a history step before the router does.
 */
export function watchHistory(): void {
  window.addEventListener("popstate", (event) => handler?.(event));
}

/**
 * Sets the handler that sees each history step before the router. There is only one: a new handler
 * replaces the last. Returns a function that removes it.
 */
export function guardSteps(next: PopHandler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = null;
  };
}
