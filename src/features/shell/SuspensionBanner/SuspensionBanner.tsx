import { TextLink } from "../../../components/TextLink/TextLink";
import { useViewer } from "../../../hooks/useViewer";
import { suspensionText } from "../../../lib/suspensionText";
import { paths } from "../../../routing/paths";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import classes from "./SuspensionBanner.module.css";

/** Tells a suspended person how long they cannot publish, and where to read why. */
export function SuspensionBanner() {
  const t = useTexts("shell");
  const { language } = useLanguage();
  const suspension = useViewer()?.suspension ?? null;
  if (suspension === null) return null;
  return (
    <div role="status" className={classes.banner}>
      <span>{suspensionText(t, suspension.until, language)}</span>
      <TextLink to={paths.notices}>{t.whySuspended}</TextLink>
    </div>
  );
}
