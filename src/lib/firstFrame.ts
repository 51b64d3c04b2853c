/**
 * Marks the page until its first frame is drawn, so that the styles can leave out what that frame
 * does not need, and then calls `goOn`, if given. For scripts in the head.
 */
export function startWithFirstFrame(goOn?: () => void): void {
  const { dataset } = document.documentElement;
  dataset.frame = "first";
  const end = () => {
    delete dataset.frame;
    goOn?.();
  };
  // Browsers may draw an empty page before they reach the body. A hidden page draws nothing.
  whenParsed(() => {
    if (document.hidden) end();
    else requestAnimationFrame(() => setTimeout(end));
  });
}

export function whenParsed(run: () => void): void {
  document.addEventListener("readystatechange", run, { once: true });
}
