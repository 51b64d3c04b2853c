import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { spokenLines } from "../../../../convex/shared/wordPlan";
import { Icon } from "../../../components/Icon/Icon";
import { useTexts } from "../../../texts/TextsProvider";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import { usePadState, useWordsPad } from "../useWordsPad";
import { WordsEditor } from "../WordsEditor/WordsEditor";

interface RecorderWordsProps {
  userId: string;
  beatId: string;
}

/**
 * The words in the recorder before a take. The section is folded, but the words are loaded, so that
 * the take gets them.
 */
export function RecorderWords({ userId, beatId }: RecorderWordsProps) {
  const t = useWordsTexts();
  const { writeWords } = useTexts("beats");
  const pad = useWordsPad(userId, beatId);
  const { text, refusal } = usePadState(pad);
  const [isOpen, { toggle }] = useDisclosure(false);
  const lines = spokenLines(text).length;
  return (
    <div>
      <Button
        variant="subtle"
        px="xs"
        leftSection={<Icon name="pen" size={18} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {lines === 0 ? writeWords : t.kept(lines)}
      </Button>
      {refusal !== null && (
        <Text size="sm" role="status">
          {t.leftOut}
        </Text>
      )}
      {isOpen && <WordsEditor pad={pad} />}
    </div>
  );
}
