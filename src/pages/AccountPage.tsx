import { Stack } from "@mantine/core";
import { PageTitle } from "../components/PageTitle/PageTitle";
import { AccountRows } from "../features/account/AccountRows/AccountRows";
import { BellSection } from "../features/account/BellSection/BellSection";
import { RoomsSection } from "../features/account/RoomsSection/RoomsSection";
import { BlockedSection } from "../features/account/BlockedSection/BlockedSection";
import { EmailSection } from "../features/account/EmailSection/EmailSection";
import { ExportSection } from "../features/account/ExportSection/ExportSection";
import { LeaveSection } from "../features/account/LeaveSection/LeaveSection";
import { MailsSection } from "../features/account/MailsSection/MailsSection";
import { PasswordSection } from "../features/account/PasswordSection/PasswordSection";
import { SessionsSection } from "../features/account/SessionsSection/SessionsSection";
import { useAccountTexts } from "../texts/useAccountTexts";
import classes from "./AccountPage.module.css";

/** The rows of the page, from top to bottom. Each is an `AccountSection` and loads its own data. */
const SECTIONS = [
  EmailSection,
  PasswordSection,
  SessionsSection,
  MailsSection,
  BellSection,
  RoomsSection,
  BlockedSection,
  ExportSection,
  LeaveSection,
] as const;

export default function AccountPage() {
  const t = useAccountTexts();
  return (
    <Stack gap="xl" className={classes.page}>
      <PageTitle>{t.title}</PageTitle>
      <AccountRows>
        {SECTIONS.map((Section, place) => (
          <Section key={place} />
        ))}
      </AccountRows>
    </Stack>
  );
}
