/**
 * Makes the browser ask before the page is closed or reloaded, until the returned function is
 * called.
 */
export function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    event.returnValue = true; // the only property that Chrome before 119 reads
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
