import { Title } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { TextLink } from "../../../components/TextLink/TextLink";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { paths } from "../../../routing/paths";
import type { LegalTexts } from "../../../texts/en/legal";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "../LegalPage/LegalPage.module.css";

/** Names the person for complaints, or says that the host has named none. */
export function GrievanceOfficer({ t }: { t: LegalTexts["officer"] }) {
  return (
    <section>
      <Title order={2}>{t.title}</Title>
      <p>{t.law}</p>
      <Contact t={t} />
    </section>
  );
}

function Contact({ t }: { t: LegalTexts["officer"] }) {
  const { contactUs } = useTexts("shell");
  const query = api.account.grievanceContact;
  const result = useLiveQuery({ query, args: {} });
  if (result.status === "pending") return null;
  if (result.status === "error") return <ErrorNote message={t.loadFailed} />;
  const { officer, address, email } = result.data;
  return (
    <>
      {officer === null && (
        <>
          <p>{t.missing}</p>
          <p>
            <TextLink to={paths.contact}>{contactUs}</TextLink>
          </p>
        </>
      )}
      {(officer ?? address ?? email) !== null && (
        <dl className={classes.officer}>
          <Row label={t.name} value={officer} />
          <Row label={t.address} value={address} />
          <Row label={t.email} value={email} />
        </dl>
      )}
    </>
  );
}

function Row({ label, value }: { label: string; value: string | null }) {
  if (value === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
