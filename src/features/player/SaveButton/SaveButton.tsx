import { ActionIcon, Button } from "@mantine/core";
import type { MetadataTags } from "mediabunny";
import { use, useState } from "react";
import type { Terms } from "../../../../convex/shared/terms";
import { Icon } from "../../../components/Icon/Icon";
import { MenuDone } from "../../../components/MoreMenu/menuDone";
import { useFailureText } from "../../../hooks/useFailureText";
import { useViewer } from "../../../hooks/useViewer";
import { reportFailure } from "../../../lib/reportFailure";
import { useTexts } from "../../../texts/TextsProvider";
import { saveSound } from "./saveSound";
import { useMaySave } from "./useMaySave";

interface SaveButtonProps {
  /** Title of the track, for screen readers. */
  title: string;
  url: string | null;
  /** Name of the saved file without its extension. */
  fileName: string;
  /** Id of the person who made the sound. */
  ownerId: string;
  terms: Terms;
  /** The credit that is written into other people's copies. */
  tags: MetadataTags;
  /** Shows the word "Save" beside the icon. */
  hasText?: boolean;
}

/**
 * Saves a beat or verse to a file. Shown to its owner, who gets the original file, and to others if
 * the terms allow them to share it.
 */
export function SaveButton(props: SaveButtonProps) {
  const { title, url, fileName, tags, hasText } = props;
  const t = useTexts("terms");
  const isOwn = useViewer()?.userId === props.ownerId;
  const maySave = useMaySave(props);
  const onDone = use(MenuDone);
  const failureText = useFailureText();
  const [isSaving, setIsSaving] = useState(false);
  if (url === null || !maySave) return null;

  const handleClick = async () => {
    setIsSaving(true);
    try {
      await saveSound(url, fileName, isOwn ? null : tags);
    } catch (error) {
      reportFailure(error, failureText(error, t.saveFailed));
    }
    setIsSaving(false);
    onDone();
  };

  const key = {
    "aria-label": t.save(title),
    loading: isSaving,
    onClick: () => void handleClick(),
  };
  if (!hasText) {
    return (
      <ActionIcon {...key}>
        <Icon name="save" />
      </ActionIcon>
    );
  }
  return (
    <Button
      {...key}
      variant="subtle"
      color="gray"
      leftSection={<Icon name="save" size={18} />}
    >
      {t.saveShort}
    </Button>
  );
}
