import { Button } from "@mantine/core";
import { useWordsTexts } from "../../../texts/useWordsTexts";

/** The button that opens the form for the words of the rapper's own verse. */
export function EditWordsButton({ onClick }: { onClick: () => void }) {
  const t = useWordsTexts();
  return (
    <Button variant="subtle" size="sm" px="xs" mih={44} onClick={onClick}>
      {t.edit}
    </Button>
  );
}
