import { Title } from "@mantine/core";
import { Loading } from "../../../components/Loading/Loading";
import { PartFailed } from "../../../components/OnDemand/PartFailed";
import { PageTitle } from "../../../components/PageTitle/PageTitle";
import { useCode } from "../../../hooks/useCode";
import { Code } from "../../../lib/code";
import type { LegalTexts } from "../../../texts/en/legal";
import type { Language } from "../../../texts/language";
import { useLanguage } from "../../../texts/TextsProvider";
import { GrievanceOfficer } from "../GrievanceOfficer/GrievanceOfficer";
import classes from "./LegalPage.module.css";

/** Kept apart from the app's texts, because they are long and few pages need them. */
const TEXTS: Record<Language, Code<LegalTexts>> = {
  en: new Code(async () => (await import("../../../texts/en/legal")).legal),
  hi: new Code(async () => (await import("../../../texts/hi/legal")).legal),
};

interface LegalPageProps {
  name: "privacy" | "terms" | "community";
}

/** A page of plain text in the language on the screen, with the grievance officer at its end. */
export function LegalPage({ name }: LegalPageProps) {
  const { language } = useLanguage();
  return <LegalText key={language} code={TEXTS[language]} name={name} />;
}

interface LegalTextProps extends LegalPageProps {
  code: Code<LegalTexts>;
}

function LegalText({ code, name }: LegalTextProps) {
  const { loaded: texts, hasFailed, retry } = useCode(code);
  if (texts === null) {
    return hasFailed ? <PartFailed onRetry={retry} /> : <Loading />;
  }
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
