/**
 * Marks the page until its first frame is drawn, so that styles can hide what that frame does not
 * need. Then calls `goOn`, if given. For scripts in the head.
 */
export function startWithFirstFrame(goOn?: () => void): void {
  const { dataset } = document.documentElement;
  dataset.frame = "first";
  const end = () => {
    delete dataset.frame;
    goOn?.();
  };
  // Waits for the body, because browsers may draw an empty page before it. A hidden page draws no
  // frames, so the mark is removed at once.
  whenParsed(() => {
    if (document.hidden) end();
    else requestAnimationFrame(() => setTimeout(end));
  });
}

export function whenParsed(run: () => void): void {
  document.addEventListener("readystatechange", run, { once: true });
}
