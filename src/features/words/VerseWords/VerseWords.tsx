import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useTexts } from "../../../texts/TextsProvider";

const OpenVerseWords = onDemand(
  async () => (await import("../OpenVerseWords/OpenVerseWords")).OpenVerseWords,
);

/** The button on a verse that opens its published words. Renders nothing if the verse has none. */
export function VerseWords({ verse }: { verse: VerseSummary }) {
  const t = useTexts("verses");
  const [isOpen, { toggle }] = useDisclosure(false);
  if (!verse.hasWords) return null;
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        px="xs"
        mih={44}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t.words}
      </Button>
      {isOpen && <OpenVerseWords verse={verse} />}
    </div>
  );
}
