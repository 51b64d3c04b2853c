/** Lets the browser ask before the page is closed or reloaded, until the result is called. */
export function guardUnload(): () => void {
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
