/** Lets the browser ask before the page is closed or reloaded, until the result is called. */
export function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    event.returnValue = true; // Chrome before 119 looks at nothing else.
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
