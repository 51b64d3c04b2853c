import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useFailureText } from "../../../hooks/useFailureText";
import { useWordsTexts } from "../../../texts/useWordsTexts";

interface EditVerseWordsProps {
  verseId: VerseSummary["id"];
  text: string;
  onDone: () => void;
}

/** The form in which a rapper changes the published words of their verse. */
export function EditVerseWords({ verseId, text, onDone }: EditVerseWordsProps) {
  const t = useWordsTexts();
  const failureText = useFailureText();
  const edit = useMutation(api.words.edit);
  const [words, setWords] = useState(text);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);

  const handleSave = async () => {
    setIsSaving(true);
    setFailure(null);
    try {
      await edit({ verseId, words });
      onDone();
    } catch (error) {
      setFailure(error);
      setIsSaving(false);
    }
  };

  return (
    <Stack gap="xs">
      <Textarea
        label={t.label}
        attributes={{ input: { dir: "auto" } }}
        rows={10}
        styles={{ input: { resize: "vertical" } }}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {failure !== null && (
        <ErrorNote message={failureText(failure, t.failed)} />
      )}
      <Group>
        <Button loading={isSaving} onClick={() => void handleSave()}>
          {t.save}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
