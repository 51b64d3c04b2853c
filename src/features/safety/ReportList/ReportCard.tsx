import { Anchor, Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import type { OwnReport } from "../../../../convex/shared/safety";
import { beatHref, profileHref, verseHref } from "../../../routing/paths";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import { dateText } from "../../../lib/dateText";
import classes from "./ReportCard.module.css";

export function ReportCard({ report }: { report: OwnReport }) {
  const { reports: t, reasons } = useTexts("safety");
  const { language } = useLanguage();
  const { number, reason, text, createdAt, status, decision } = report;
  return (
    <Paper component="article" aria-label={number} className={classes.card}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={700} ff="monospace">
            {number}
          </Text>
          <Badge variant="outline" tt="none">
            {t.statuses[status]}
          </Badge>
        </Group>
        <Subject report={report} />
        <Text c="dimmed">
          {reasons[reason]} ·{" "}
          <time dateTime={new Date(createdAt).toISOString()}>
            {dateText(createdAt, language)}
          </time>
        </Text>
        {text !== "" && <Text className={classes.words}>{text}</Text>}
        {decision !== null && <Text fw={600}>{t.decisions[decision]}</Text>}
      </Stack>
    </Paper>
  );
}

/** The reported item, with a link as long as the item exists. */
function Subject({ report }: { report: OwnReport }) {
  const { reports: t } = useTexts("safety");
  const { subject, subjectType, subjectId } = report;
  if (subject === null) return <Text>{t.gone}</Text>;
  const { username, beat } = subject;
  if (subjectType === "profile" || beat === null) {
    return (
      <Anchor component={Link} to={profileHref(subjectId)}>
        {t.profile(username)}
      </Anchor>
    );
  }
  const href =
    subjectType === "beat" ? beatHref(beat.id) : verseHref(beat.id, subjectId);
  return (
    <Anchor component={Link} to={href}>
      {t[subjectType](username, beat.title)}
    </Anchor>
  );
}
