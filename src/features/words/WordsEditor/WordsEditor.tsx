import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { type Ref, useDeferredValue, useMemo } from "react";
import { countCharacters, MAX_WORDS } from "../../../../convex/shared/words";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useFailureText } from "../../../hooks/useFailureText";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useLanguage } from "../../../texts/TextsProvider";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import { usePadState } from "../useWordsPad";
import type { PadState, WordsPad } from "../wordsPad";

interface WordsEditorProps {
  readonly pad: WordsPad;
  readonly field?: Ref<HTMLTextAreaElement>;
}

/** The field for the words of a beat, with where they are kept. */
export function WordsEditor({ pad, field }: WordsEditorProps) {
  const t = useWordsTexts();
  const state = usePadState(pad);
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={t.label}
        description={t.hint}
        attributes={{ input: { dir: "auto" } }}
        rows={8}
        styles={{ input: { resize: "vertical" } }}
        value={state.text}
        onChange={(event) => pad.type(event.currentTarget.value)}
        onBlur={() => pad.keep()}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t.places[state.place]}
        </Text>
        <Count text={state.text} />
      </Group>
      <Trouble state={state} />
      {state.older !== null && (
        <Group>
          <Button
            variant="subtle"
            size="sm"
            px="xs"
            onClick={() => pad.restore()}
          >
            {t.bringBack}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Counts when the browser is idle, so that typing stays fast. */
function Count({ text }: { text: string }) {
  const t = useWordsTexts();
  const { language } = useLanguage();
  const counted = useDeferredValue(text);
  const count = useMemo(() => countCharacters(counted), [counted]);
  const show = (number: number) =>
    number.toLocaleString(language === "hi" ? "hi-IN" : "en-IN");
  return (
    <Text size="sm" c={count > MAX_WORDS ? "var(--gc-red-text)" : "dimmed"}>
      {t.count(show(count), show(MAX_WORDS))}
    </Text>
  );
}

/** Says why the account does not have the words. */
function Trouble({ state: { refusal, failure } }: { state: PadState }) {
  const t = useWordsTexts();
  const { byCode } = useErrorTexts();
  const failureText = useFailureText();
  if (refusal !== null) {
    return <ErrorNote message={`${byCode[refusal]} ${t.notSent}`} />;
  }
  if (failure === null) return null;
  return <ErrorNote message={failureText(failure, t.notSent)} />;
}
