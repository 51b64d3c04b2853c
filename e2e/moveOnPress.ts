/**
 * Runs in a page. Moves the whole page down at the next press, as a note that appears late would.
 */
export function moveOnPress(): void {
  const move = () => {
    const note = document.createElement("div");
    note.style.height = "90px";
    document.querySelector("main")?.before(note);
  };
  window.addEventListener("pointerdown", move, { capture: true, once: true });
}
