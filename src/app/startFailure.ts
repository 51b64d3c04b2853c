import type { Language } from "../texts/language";
import { startFailure as en } from "../texts/en/startFailure";
import { startFailure as hi } from "../texts/hi/startFailure";

/** Name of an event on the window: the app's code could not be loaded. */
export const START_FAILED = "gully-start-failed";

/**
 * Says under the header, in place of the page's skeleton, that the app could not be loaded, with a
 * button that reloads the page. Needs no other file. Does nothing if the message is already shown.
 */
export function showStartFailure(language: Language): void {
  const root = document.getElementById("root");
  if (root === null || root.querySelector("[role=alert]") !== null) return;
  const texts = language === "hi" ? hi : en;
  const alert = element(
    "div",
    "",
    "max-width:34rem;margin:0 auto;padding:3rem 1rem;text-align:center",
  );
  alert.setAttribute("role", "alert");
  const button = element(
    "button",
    texts.tryAgain,
    "min-height:44px;padding:0 1.5rem;border:0;border-radius:var(--gc-radius);background:var(--gc-haldi);color:var(--gc-on-haldi);font:inherit;font-weight:600;cursor:pointer",
  );
  button.addEventListener("click", () => window.location.reload());
  alert.append(
    element(
      "h1",
      texts.title,
      "margin:0 0 0.5rem;font:700 2rem/1.1 var(--gc-font-display)",
    ),
    element(
      "p",
      navigator.onLine ? texts.advice : texts.noConnection,
      "margin:0 0 1.5rem",
    ),
    button,
  );
  root.querySelector("[inert]")?.remove();
  root.append(alert);
}

function element(name: string, text: string, style: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.style.cssText = style;
  return made;
}
