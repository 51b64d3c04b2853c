import { Title } from "@mantine/core";
import { Loading } from "../../../components/Loading/Loading";
import { PageTitle } from "../../../components/PageTitle/PageTitle";
import { GrievanceOfficer } from "../GrievanceOfficer/GrievanceOfficer";
import { useLegalTexts } from "../useLegalTexts";
import classes from "./LegalPage.module.css";

/** A page of plain text, with the grievance officer at its end. */
export function LegalPage({
  name,
}: {
  name: "privacy" | "terms" | "community";
}) {
  const texts = useLegalTexts();
  if (texts === null) return <Loading />;
  const { title, intro, parts } = texts[name];
  return (
    <article className={classes.page}>
      <PageTitle>{title}</PageTitle>
      <p className={classes.intro}>{intro}</p>
      {parts.map((part) => (
        <section key={part.title}>
          <Title order={2}>{part.title}</Title>
          {part.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <GrievanceOfficer t={texts.officer} />
    </article>
  );
}
