import { hydratePage } from "../../lib/reactRoot";
import { currentLanguage } from "../../texts/language";
import { LandingRoot } from "./LandingRoot";
import { loadLandingTexts } from "./landingTexts";

/**
 * Hydrates the landing page. `onEnter` opens the app at a path; `onApproach` may start loading it.
 */
export async function mountLanding(
  onEnter: (path: string) => void,
  onApproach: () => void,
): Promise<void> {
  const language = currentLanguage();
  const texts = await loadLandingTexts(language);
  hydratePage(
    language,
    <LandingRoot
      initialLanguage={language}
      initialTexts={texts}
      onEnter={onEnter}
      onApproach={onApproach}
    />,
  );
}
