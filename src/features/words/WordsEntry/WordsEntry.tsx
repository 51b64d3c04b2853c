import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "../../../components/Icon/Icon";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useCan } from "../../../hooks/useCan";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";

const OpenWords = onDemand(
  async () => (await import("../OpenWords/OpenWords")).OpenWords,
);

/** The button on a beat's page that opens the words. Only people who may rap see it. */
export function WordsEntry({ beatId }: { beatId: string }) {
  const can = useCan();
  const userId = useViewer()?.userId;
  if (userId === undefined || !can("verse:create")) return null;
  return <WordsDoor userId={userId} beatId={beatId} />;
}

interface WordsDoorProps {
  userId: string;
  beatId: string;
}

export function WordsDoor({ userId, beatId }: WordsDoorProps) {
  const t = useTexts("beats");
  const [isOpen, { toggle }] = useDisclosure(false);
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
