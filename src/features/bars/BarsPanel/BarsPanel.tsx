import { Progress, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Fold } from "../../../components/Fold/Fold";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import { ListenForBars } from "../ListenForBars/ListenForBars";
import { BarsFields } from "../BarsFields/BarsFields";
import type { AnalysisState } from "../useFileAnalysis";
import type { UploadBars } from "../useUploadBars";
import styles from "./BarsPanel.module.css";

interface BarsPanelProps {
  upload: UploadBars;
  bpm: number;
  isDisabled: boolean;
}

/**
 * Shows the result of the analysis, and a fold with the bars and key. Empty without a file. The
 * results arrive one after another without moving the content below.
 */
export function BarsPanel({ upload, bpm, isDisabled }: BarsPanelProps) {
  const { sound, analysis, bars, loudness, changeBars } = upload;
  const t = useBarsTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (!sound || analysis.status === "none") return null;
  return (
    <div className={styles.panel}>
      <Outcome analysis={analysis} />
      {analysis.status === "done" && (
        <div className={styles.listen}>
          <ListenForBars
            file={sound}
            bpm={bpm}
            firstBarMs={bars.grid?.firstBarMs ?? 0}
          />
        </div>
      )}
      {analysis.status === "done" && (
        <Fold title={t.title} onToggle={setIsOpen}>
          {isOpen && (
            <Stack gap="md">
              <Text c="dimmed">{t.optional}</Text>
              {loudness && (
                <Text size="sm" c="dimmed">
                  {t.loudness(
                    loudness.lufs.toFixed(1),
                    loudness.truePeakDbtp.toFixed(1),
                  )}
                </Text>
              )}
              <BarsFields
                bpm={bpm}
                sound={analysis.found}
                bars={bars}
                isDisabled={isDisabled}
                onChange={changeBars}
              />
            </Stack>
          )}
        </Fold>
      )}
    </div>
  );
}

function Outcome({ analysis }: { analysis: AnalysisState }) {
  const t = useBarsTexts();
  if (analysis.status === "running") {
    const text = t.analysing(analysis.percent);
    return (
      <Stack gap="xs">
        <Text aria-hidden="true">{text}</Text>
        <Progress value={analysis.percent} aria-label={text} />
      </Stack>
    );
  }
  return <Text role="status">{outcomeText(analysis, t)}</Text>;
}

function outcomeText(
  analysis: AnalysisState,
  t: ReturnType<typeof useBarsTexts>,
): string {
  if (analysis.status !== "done") return t.unreadable;
  const { tempo, isChanging } = analysis.found;
  if (tempo === null) return isChanging ? t.changing : t.noTempo;
  if (tempo.isSixEight) return t.foundSixEight(tempo.bpm);
  return tempo.isSure ? t.found(tempo.bpm) : t.foundUnsure(tempo.bpm);
}
