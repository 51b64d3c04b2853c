import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "../../../components/Icon/Icon";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useCan } from "../../../hooks/useCan";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { openWordsBook } from "../wordsBook";

const OpenWords = onDemand(
  async () => (await import("../OpenWords/OpenWords")).OpenWords,
);

interface WordsEntryProps {
  beatId: string;
  /** Shows nothing unless this device has words, such as on the page of a deleted beat. */
  isOnlyForKept?: boolean;
}

/** The button on a beat's page that opens the words. For people who rap. */
export function WordsEntry({ beatId, isOnlyForKept }: WordsEntryProps) {
  const t = useTexts("beats");
  const can = useCan();
  const userId = useViewer()?.userId;
  const [isOpen, { toggle }] = useDisclosure(false);
  if (userId === undefined) return null;
  const isShown = isOnlyForKept
    ? (openWordsBook(userId, beatId).read()?.text ?? "") !== ""
    : can("verse:create");
  if (!isShown) return null;
  return (
    <div>
      <Button
        variant="subtle"
        px="xs"
        leftSection={<Icon name="pen" size={18} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t.writeWords}
      </Button>
      {isOpen && <OpenWords userId={userId} beatId={beatId} />}
    </div>
  );
}
