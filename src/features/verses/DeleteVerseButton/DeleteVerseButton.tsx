import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { Icon } from "../../../components/Icon/Icon";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useTexts } from "../../../texts/TextsProvider";

const DeleteVerseDialog = onDemand(
  async () => (await import("./DeleteVerseDialog")).DeleteVerseDialog,
);

interface DeleteVerseButtonProps {
  verse: Pick<VerseSummary, "rapper" | "beat">;
  onDelete: () => Promise<void>;
}

export function DeleteVerseButton(props: DeleteVerseButtonProps) {
  const t = useTexts("verses");
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        color="sindoor"
        aria-label={t.remove(props.verse.rapper.username)}
        onClick={open}
      >
        <Icon name="bin" />
      </ActionIcon>
      {isOpen && <DeleteVerseDialog {...props} onClose={close} />}
    </>
  );
}
