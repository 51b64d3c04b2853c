import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import type { ComponentType } from "react";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { LeaveGuard } from "../../../components/LeaveGuard/LeaveGuard";
import { useExportTexts } from "../../../texts/useExportTexts";
import {
  AccountSection,
  type AccountSectionProps,
} from "../AccountSection/AccountSection";
import { useExport } from "./useExport";

interface ExportSectionProps {
  /** How the section is shown. */
  as?: ComponentType<AccountSectionProps>;
}

/** Makes one ZIP of all the viewer's data, and saves it. It goes on while its row is closed. */
export function ExportSection({
  as: Section = AccountSection,
}: ExportSectionProps) {
  const t = useExportTexts();
  const { state, start, cancel } = useExport();
  const isBusy = state.status === "reading" || state.status === "loading";

  return (
    <>
      <LeaveGuard isActive={isBusy} question={t.leave} />
      <Section row="export" isAct title={t.title} hint={t.intro}>
        <Stack gap="xs">
          <Group>
            {state.status === "saved" ? (
              <Button onClick={state.save}>{t.saveAgain}</Button>
            ) : (
              <Button
                variant="default"
                disabled={isBusy}
                onClick={() => void start()}
              >
                {t.start}
              </Button>
            )}
            {isBusy && (
              <Button variant="default" onClick={cancel}>
                {t.cancel}
              </Button>
            )}
          </Group>
          <Text role="status">
            {isBusy && t.busy}
            {state.status === "saved" && t.saved(state.size)}
          </Text>
          {isBusy && (
            <Loaded percent={state.status === "loading" ? state.percent : 0} />
          )}
          {state.status === "idle" && state.failure !== null && (
            <ErrorNote message={state.failure} />
          )}
        </Stack>
      </Section>
    </>
  );
}

/** Outside the status element, because screen readers would read out every number. */
function Loaded({ percent }: { percent: number }) {
  const t = useExportTexts();
  return (
    <div>
      <Progress aria-label={t.progress} value={percent} size="lg" />
      <Text c="dimmed">{percent} %</Text>
    </div>
  );
}
