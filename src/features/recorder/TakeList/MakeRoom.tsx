import { Radio, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { useState } from "react";
import {
  MAX_TAKES,
  type ShelvedTake,
} from "../../../audio/studio/storing/takeShelf";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import classes from "./TakeList.module.css";
import { useTakeNames } from "./useTakeNames";

interface MakeRoomProps {
  opened: boolean;
  takes: readonly ShelvedTake[];
  onRemove: (takeId: string) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks which take to delete before another one is recorded. A starred take is never preselected.
 */
export function MakeRoom({ opened, takes, onRemove, onClose }: MakeRoomProps) {
  const { list: t } = useTakesTexts();
  const nameOf = useTakeNames(takes);
  const [chosen, setChosen] = useState<string | null>(null);
  const choice =
    takes.find(({ id }) => id === chosen) ??
    takes.find(({ isStarred }) => !isStarred);
  const label = (take: ShelvedTake) =>
    take.isStarred ? t.starred(nameOf(take)) : nameOf(take);
  const handleConfirm = async () => {
    if (!choice) throw new Error("no take was chosen");
    await onRemove(choice.id);
  };
  return (
    <ConfirmModal
      opened={opened}
      title={t.roomTitle}
      confirmLabel={t.removeLabel}
      failureMessage={t.roomText(MAX_TAKES)}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <Radio.Group
        label={<Text mb="sm">{t.roomText(MAX_TAKES)}</Text>}
        value={choice?.id ?? ""}
        onChange={setChosen}
      >
        <Stack gap={0}>
          {takes.map((take) => (
            <Radio
              key={take.id}
              classNames={{ body: classes.choice, label: classes.choiceLabel }}
              value={take.id}
              label={label(take)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmModal>
  );
}
