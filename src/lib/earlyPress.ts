/** Marks a button of the prerendered page that was pressed before it could answer. */
const MARK = "data-pressed";

/** Keeps presses on the buttons of the prerendered page until it can answer. For the first script. */
export function keepEarlyPress(): void {
  document.addEventListener("click", ({ target }) => {
    const key = target instanceof Element ? target.closest("button") : null;
    for (const pressed of pressedIn(document)) pressed.removeAttribute(MARK);
    if (key?.closest("[data-prerendered]")) key.setAttribute(MARK, "");
  });
}

/** Returns the button that was pressed last, and forgets it. */
export function takeEarlyPress(drawn: Element): HTMLElement | null {
  const [pressed = null] = pressedIn(drawn);
  pressed?.removeAttribute(MARK);
  return pressed;
}

const pressedIn = (place: ParentNode) =>
  place.querySelectorAll<HTMLElement>(`[${MARK}]`);
