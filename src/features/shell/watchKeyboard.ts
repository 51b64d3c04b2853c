import { Scope } from "../../lib/scope";

/**
 * The smallest height, in CSS pixels, that counts as a keyboard. On-screen keyboards are higher,
 * and browsers' own bars are lower.
 */
const KEYBOARD_HEIGHT = 150;

/** Elements that open a keyboard when they have the focus. */
const TEXT_FIELD =
  "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=button], [type=submit])";

/**
 * Calls `onChange` when an on-screen keyboard appears or disappears. No browser reports this, so
 * while a text field has the focus, the visible height is compared with the largest height seen at
 * this width. Zooming is not mistaken for a keyboard. Returns a function that stops watching.
 */
export function watchKeyboard(
  page: Document,
  viewport: VisualViewport,
  onChange: (isShown: boolean) => void,
): () => void {
  const scope = new Scope();
  let fullHeight = viewport.height * viewport.scale;
  let width = viewport.width * viewport.scale;
  let wasShown = false;

  const check = () => {
    const height = viewport.height * viewport.scale;
    const isTurned = Math.abs(viewport.width * viewport.scale - width) > 1;
    width = viewport.width * viewport.scale;
    fullHeight = isTurned ? height : Math.max(fullHeight, height);
    const isTyping = page.activeElement?.matches(TEXT_FIELD) ?? false;
    const isShown = isTyping && fullHeight - height > KEYBOARD_HEIGHT;
    if (isShown !== wasShown) onChange(isShown);
    wasShown = isShown;
  };

  scope.listen(viewport, "resize", check);
  scope.listen(page, "focusin", check);
  scope.listen(page, "focusout", check);
  return () => scope.dispose();
}
