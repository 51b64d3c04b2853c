import { ActionIcon } from "@mantine/core";
import type { MetadataTags } from "mediabunny";
import { useState } from "react";
import { allowSharing, type Terms } from "../../../../convex/shared/terms";
import { Icon } from "../../../components/Icon/Icon";
import { useViewer } from "../../../hooks/useViewer";
import { reportFailure } from "../../../lib/reportFailure";
import { useTexts } from "../../../texts/TextsProvider";
import { saveSound } from "./saveSound";

interface SaveButtonProps {
  /** Title of the track, for screen readers. */
  title: string;
  url: string | null;
  /** Name of the saved file without its extension. */
  fileName: string;
  /** The person who made it. */
  ownerId: string;
  terms: Terms;
  /** The credit that other people's copies carry. */
  tags: MetadataTags;
}

/**
 * Saves a beat or verse to a file. Shown to its owner, who gets the very file, and to others where
 * its terms allow them to share it.
 */
export function SaveButton(props: SaveButtonProps) {
  const { title, url, fileName, ownerId, terms, tags } = props;
  const t = useTexts("terms");
  const isOwn = useViewer()?.userId === ownerId;
  const [isSaving, setIsSaving] = useState(false);
  if (url === null || !(isOwn || allowSharing(terms))) return null;

  const handleClick = async () => {
    setIsSaving(true);
    try {
      await saveSound(url, fileName, isOwn ? null : tags);
    } catch (error) {
      reportFailure(error, t.saveFailed);
    }
    setIsSaving(false);
  };

  return (
    <ActionIcon
      aria-label={t.save(title)}
      loading={isSaving}
      onClick={() => void handleClick()}
    >
      <Icon name="save" />
    </ActionIcon>
  );
}
