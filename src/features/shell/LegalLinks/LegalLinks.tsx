import { TextLink } from "../../../components/TextLink/TextLink";
import { useIsPainted } from "../../../hooks/useIsPainted";
import { paths } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./LegalLinks.module.css";

/** Quiet links to the pages that say what the rules are. */
export function LegalLinks() {
  const t = useTexts("shell");
  const isPainted = useIsPainted();
  if (!isPainted) return null;
  return (
    <footer className={classes.footer} data-screen-only>
      <nav aria-label={t.legal} className={classes.links}>
        <TextLink to={paths.community}>{t.community}</TextLink>
        <TextLink to={paths.terms}>{t.terms}</TextLink>
        <TextLink to={paths.privacy}>{t.privacy}</TextLink>
      </nav>
    </footer>
  );
}
