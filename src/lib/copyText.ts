/**
 * Copies text to the clipboard. Rejects if the browser refuses. Must be called from a click
 * handler.
 */
export async function copyText(text: string): Promise<void> {
  // Undefined over plain http, whatever the type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) await clipboard.writeText(text);
  else if (!copyBySelection(text)) throw new Error("copying was refused");
}

/** Uses the deprecated `execCommand`, the only way to copy over plain http. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.style.cssText = "position:fixed;top:0;opacity:0";
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
