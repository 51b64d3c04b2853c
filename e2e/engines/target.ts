/**
 * Finds elements the way a person does: by role and name, by label or by text.
 * Injects the same library (Testing Library) into the page of every engine.
 */
import type * as Library from "@testing-library/dom";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A string must match the whole text; a pattern may match any part of it. */
export type Wanted = string | RegExp;

export type Target = { readonly within?: Target } & (
  | { readonly role: string; readonly name?: Wanted }
  | { readonly label: Wanted }
  | { readonly text: Wanted }
);

/** A serialisable target that can be passed into a page. */
export interface SentTarget {
  readonly by: "role" | "label" | "text";
  readonly role: string;
  readonly wanted:
    { readonly text: string } | { readonly pattern: string } | null;
  readonly within: SentTarget | null;
}

declare global {
  interface Window {
    TestingLibraryDom?: typeof Library;
    findTargets?: (target: SentTarget) => HTMLElement[];
    touchTarget?: (target: SentTarget) => Promise<HTMLElement>;
    chooseOption?: (list: HTMLElement, option: string) => void;
  }
}

/** Script that installs the three functions above in a page. */
export const finderScript = readFileSync(
  createRequire(import.meta.url).resolve(
    "@testing-library/dom/dist/@testing-library/dom.umd.min.js",
  ),
  "utf8",
).concat(`;(${installFinder.toString()})();`);

/** Makes a target serialisable. A pattern loses its flags. */
export function sent(target: Target): SentTarget {
  const within = target.within ? sent(target.within) : null;
  if ("role" in target) {
    const wanted = target.name === undefined ? null : sentText(target.name);
    return { by: "role", role: target.role, wanted, within };
  }
  return "label" in target
    ? { by: "label", role: "", wanted: sentText(target.label), within }
    : { by: "text", role: "", wanted: sentText(target.text), within };
}

function sentText(wanted: Wanted) {
  return typeof wanted === "string"
    ? { text: wanted }
    : { pattern: wanted.source };
}

/** Runs in the page. Ignores hidden elements. */
function installFinder(): void {
  const library = window.TestingLibraryDom;
  if (!library) throw new Error("The library is not in the page.");
  const find = (target: SentTarget): HTMLElement[] => {
    const { by, role, wanted, within } = target;
    const roots = within ? find(within) : [document.body];
    const text =
      wanted === null
        ? undefined
        : "text" in wanted
          ? wanted.text
          : new RegExp(wanted.pattern);
    const found = roots.flatMap((root) => {
      if (by === "role")
        return library.queryAllByRole(root, role, { name: text });
      if (by === "label") return library.queryAllByLabelText(root, text ?? "");
      return library.queryAllByText(root, text ?? "");
    });
    return by === "text"
      ? found.filter((element) => element.checkVisibility())
      : found;
  };
  window.findTargets = find;
  // Waits until the element stands still. A dialog moves while it opens, so an
  // immediate click would miss the button.
  window.touchTarget = async (target) => {
    const [element] = find(target);
    if (!element) throw new Error("It was not found.");
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const before = element.getBoundingClientRect();
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { x, y, width, height } = element.getBoundingClientRect();
    if (x !== before.x || y !== before.y) throw new Error("It is moving.");
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const labels =
      element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const own = [element, ...labels];
    if (!own.some((part) => part.contains(top)))
      throw new Error("Another element covers it.");
    if (element.matches(":disabled")) throw new Error("It is disabled.");
    return element;
  };
  // Sets the value directly, because an open list is drawn by the system and
  // most drivers cannot reach it.
  window.chooseOption = (list, option) => {
    const value = library.getByRole<HTMLOptionElement>(list, "option", {
      name: option,
    }).value;
    library.fireEvent.change(list, { target: { value } });
  };
}
