import { TextLink } from "../../../components/TextLink/TextLink";
import { paths } from "../../../routing/paths";
import { useEarsTexts } from "../../../texts/useEarsTexts";

/** After something of one's own was published: the way to what nobody has heard. */
export function FreshLink() {
  const t = useEarsTexts();
  return (
    <TextLink to={paths.fresh} isQuiet>
      {t.afterPublishing}
    </TextLink>
  );
}
