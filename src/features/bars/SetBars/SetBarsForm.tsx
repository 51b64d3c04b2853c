import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Bars } from "../../../../convex/shared/bars";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useFailureText } from "../../../hooks/useFailureText";
import { logFailure } from "../../../lib/logFailure";
import { reachableUrl } from "../../../lib/reachableUrl";
import { showToast } from "../../../lib/showToast";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import { BarsFields } from "../BarsFields/BarsFields";
import { ListenForBars } from "../ListenForBars/ListenForBars";
import { useFileAnalysis } from "../useFileAnalysis";

interface SetBarsFormProps {
  beat: BeatSummary;
  fileUrl: string;
  onClose: () => void;
}

/**
 * Loads the file of a beat, analyses it, and lets the producer set its bars. Starts from the stored
 * bars, or from the analysis if there are none.
 */
export function SetBarsForm({ beat, fileUrl, onClose }: SetBarsFormProps) {
  const t = useBarsTexts();
  const failureText = useFailureText();
  const setBars = useMutation(api.bars.set);
  const { file, hasFailed } = useRemoteFile(fileUrl);
  const [bars, setOwn] = useState<Bars>({ grid: beat.grid, key: beat.key });
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const analysis = useFileAnalysis(file, ({ tempo, key }) =>
    setOwn((kept) => ({
      grid: kept.grid ?? (tempo && { firstBarMs: tempo.firstBarMs }),
      key: kept.key ?? key,
    })),
  );

  const handleSave = async () => {
    setIsSaving(true);
    setProblem(null);
    try {
      await setBars({ beatId: beat.id, ...bars });
      showToast(t.saved);
      onClose();
    } catch (error) {
      setProblem(failureText(error, t.saveFailed));
      setIsSaving(false);
    }
  };

  return (
    <Stack gap="md" role="group" aria-label={t.title}>
      {hasFailed && <ErrorNote message={t.loadFailed} />}
      {analysis.status === "unreadable" && <ErrorNote message={t.unreadable} />}
      {analysis.status === "running" && (
        <Text role="status">{t.analysing(analysis.percent)}</Text>
      )}
      {analysis.status === "done" && file && (
        <>
          <BarsFields
            bpm={beat.bpm}
            sound={analysis.found}
            bars={bars}
            isDisabled={isSaving}
            onChange={setOwn}
          />
          <div>
            <ListenForBars
              file={file}
              bpm={beat.bpm}
              firstBarMs={bars.grid?.firstBarMs ?? 0}
            />
          </div>
        </>
      )}
      {problem !== null && <ErrorNote message={problem} />}
      <Group gap="sm">
        <Button
          disabled={isSaving || analysis.status !== "done"}
          onClick={() => void handleSave()}
        >
          {t.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

/** Fetches a file once and returns it; null until it has arrived. */
function useRemoteFile(url: string) {
  const [file, setFile] = useState<Blob | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    fetch(reachableUrl(url), { signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`beat file answered ${answer.status}`);
        setFile(await answer.blob());
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        logFailure("loading a beat to set its bars failed", error);
        setHasFailed(true);
      });
    return () => controller.abort();
  }, [url]);
  return { file, hasFailed };
}
