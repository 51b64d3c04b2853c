import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { Icon } from "../../../components/Icon/Icon";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useTexts } from "../../../texts/TextsProvider";

const DeleteBeatDialog = onDemand(
  async () => (await import("./DeleteBeatDialog")).DeleteBeatDialog,
);

export function DeleteBeatButton({ beat }: { beat: BeatSummary }) {
  const t = useTexts("beats");
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="outline"
        color="sindoor"
        leftSection={<Icon name="bin" />}
        onClick={open}
      >
        {t.remove}
      </Button>
      {isOpen && <DeleteBeatDialog beat={beat} onClose={close} />}
    </>
  );
}
