import { renderToStaticMarkup } from "react-dom/server";
import bar from "../../components/bar.module.css";
import { Logo } from "../../components/Logo/Logo";
import { common as en } from "../../texts/en/common";
import { common as hi } from "../../texts/hi/common";
import type { Language } from "../../texts/language";

const NAMES: Record<Language, string> = { en: en.appName, hi: hi.appName };

/**
 * Renders the header bar with only the name. The build puts it into the shell, where it stays until
 * `NavBar`, which has the same size, replaces it.
 */
export function renderHeader(language: Language): string {
  return renderToStaticMarkup(
    <div className={bar.bar} aria-hidden="true" data-screen-only>
      <div className={bar.inner}>
        <span className={bar.brand}>
          <Logo name={NAMES[language]} />
        </span>
      </div>
    </div>,
  );
}
