import { TextLink } from "../../../components/TextLink/TextLink";
import { paths } from "../../../routing/paths";
import { useEarsTexts } from "../../../texts/useEarsTexts";

/** Shown after the viewer has published something: a link to work that hardly anybody has heard. */
export function FreshLink() {
  const t = useEarsTexts();
  return (
    <TextLink to={paths.fresh} isQuiet>
      {t.afterPublishing}
    </TextLink>
  );
}
