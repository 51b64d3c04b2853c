type PopHandler = (event: PopStateEvent) => void;

let handler: PopHandler | null = null;

/**
 * Must be called before the router mounts: browsers tell the window's listeners in the order in which they came, capturing
 * or not, and whoever guards a page must hear of a step through the history before the router acts on it.
 */
export function watchHistory(): void {
  window.addEventListener("popstate", (event) => handler?.(event));
}

/** One page at a time is guarded. Returns the way to stop. */
export function guardSteps(next: PopHandler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = null;
  };
}
