import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { DeletedVerse } from "../../../../convex/shared/leaving";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { Icon } from "../../../components/Icon/Icon";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { reachableUrl } from "../../../lib/reachableUrl";
import { fileNameOf, saveFile } from "../../../lib/saveFile";
import { useLanguage } from "../../../texts/TextsProvider";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import { dateText } from "../../../lib/dateText";
import classes from "./LeavingNotices.module.css";

/** The fields that a verse about to be deleted and a deleted one have in common. */
export type SavableVerse = Omit<DeletedVerse, "id"> & { readonly id: string };

interface VerseToSaveProps {
  verse: SavableVerse;
  onDiscard: ((id: string) => Promise<unknown>) | undefined;
}

export function VerseToSave({ verse, onDiscard }: VerseToSaveProps) {
  const t = useLeavingTexts().save;
  const { language } = useLanguage();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const handleSave = async () => {
    setIsBusy(true);
    setHasFailed(false);
    const saved = await saveVerse(verse).catch(() => false);
    setHasFailed(!saved);
    setIsBusy(false);
  };

  return (
    <li className={classes.verse}>
      <div className={classes.name}>
        <Text>
          {verse.producer === ""
            ? verse.beatTitle
            : t.verse(verse.beatTitle, verse.producer)}
        </Text>
        <Text size="sm" c="dimmed">
          {t.saveBefore(dateText(verse.goesAt, language))}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button
          // Until a deleted verse has its private address, which takes seconds, the button shows
          // that it loads.
          loading={isBusy || verse.fileUrl === null}
          aria-label={t.saveVerse(verse.beatTitle)}
          onClick={() => void handleSave()}
        >
          {t.button}
        </Button>
        {onDiscard && (
          <DiscardButton
            title={verse.beatTitle}
            onDiscard={() => onDiscard(verse.id)}
          />
        )}
      </Group>
      {hasFailed && <ErrorNote message={t.failed} />}
    </li>
  );
}

interface DiscardButtonProps {
  title: string;
  onDiscard: () => Promise<unknown>;
}

function DiscardButton({ title, onDiscard }: DiscardButtonProps) {
  const t = useLeavingTexts().discard;
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon aria-label={t.verse(title)} onClick={open}>
        <Icon name="bin" />
      </ActionIcon>
      <ConfirmModal
        opened={isAsking}
        title={t.title}
        confirmLabel={t.confirm}
        failureMessage={t.failed}
        onConfirm={onDiscard}
        onClose={close}
      >
        {t.text}
      </ConfirmModal>
    </>
  );
}

/** Saves the file under the name of its beat. Returns whether the file could be downloaded. */
async function saveVerse({
  fileUrl,
  beatTitle,
  extension,
}: SavableVerse): Promise<boolean> {
  if (fileUrl === null) return false;
  const response = await fetch(reachableUrl(fileUrl));
  if (!response.ok) return false;
  const name = fileNameOf([beatTitle, "my verse"]);
  saveFile(await response.blob(), `${name}.${extension}`);
  return true;
}
