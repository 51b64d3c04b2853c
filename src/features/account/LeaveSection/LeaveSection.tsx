import { TextLink } from "../../../components/TextLink/TextLink";
import { paths } from "../../../routing/paths";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import { AccountSection } from "../AccountSection/AccountSection";

/** Leads to the page that exports or deletes the account. */
export function LeaveSection() {
  const { page, remove } = useLeavingTexts();
  return (
    <AccountSection
      row="leave"
      title={page.title}
      hint={page.intro}
      isAct
      isDangerous
    >
      <TextLink to={paths.leave}>{remove.title}</TextLink>
    </AccountSection>
  );
}
