import { renderToString } from "react-dom/server";
import type { Language } from "../../texts/language";
import { LandingRoot } from "./LandingRoot";
import { loadLandingTexts } from "./landingTexts";

/** Renders the landing page to HTML. The build inserts it into index.html. */
export async function renderLanding(language: Language): Promise<string> {
  const texts = await loadLandingTexts(language);
  return renderToString(
    <LandingRoot
      initialLanguage={language}
      initialTexts={texts}
      onEnter={() => undefined}
      onApproach={() => undefined}
    />,
  );
}
