declare global {
  interface Window {
    /** Set by `sumLayoutShifts`. */
    layoutShift: number;
  }
}

/** Runs in the page, before its scripts. */
export function sumLayoutShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // TypeScript has no type for these entries.
      window.layoutShift += (
        entry as PerformanceEntry & { value: number }
      ).value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
