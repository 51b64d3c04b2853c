/** Runs in a page: what comes late, such as a note, moves all of it when a finger next goes down. */
export function moveOnPress(): void {
  const move = () => {
    const note = document.createElement("div");
    note.style.height = "90px";
    document.querySelector("main")?.before(note);
  };
  window.addEventListener("pointerdown", move, { capture: true, once: true });
}
