import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { LeaveGuard } from "../../../components/LeaveGuard/LeaveGuard";
import { useExportTexts } from "../../../texts/useExportTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useExport } from "./useExport";

/** Makes one ZIP of all the viewer's data, and saves it. */
export function ExportSection() {
  const t = useExportTexts();
  const { state, start, cancel } = useExport();
  const isBusy = state.status === "reading" || state.status === "loading";

  return (
    <AccountSection title={t.title} hint={t.intro}>
      <LeaveGuard isActive={isBusy} question={t.leave} />
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
    </AccountSection>
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
