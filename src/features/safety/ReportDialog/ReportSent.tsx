import type { Reason } from "../../../../convex/shared/safety";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { HOUR_MS } from "../../../../convex/shared/limits";
import { decideWithinMs } from "../../../../convex/shared/safety";
import { paths } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";

export interface SentReport {
  number: string;
  reason: Reason;
}

interface ReportSentProps {
  report: SentReport;
  onClose: () => void;
}

export function ReportSent({ report, onClose }: ReportSentProps) {
  const t = useTexts("safety").report;
  const { close } = useTexts("common");
  return (
    <Stack>
      <div role="status">
        <Text>{t.sent}</Text>
        <Text>
          {t.number}{" "}
          <Text span fw={700} ff="monospace">
            {report.number}
          </Text>
        </Text>
      </div>
      <Text>{t.due(decideWithinMs(report.reason) / HOUR_MS)}</Text>
      <Group justify="space-between">
        <Anchor component={Link} to={paths.reports}>
          {t.follow}
        </Anchor>
        <Button onClick={onClose} data-autofocus>
          {close}
        </Button>
      </Group>
    </Stack>
  );
}
