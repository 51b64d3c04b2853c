import { ActionIcon } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../../../components/Icon/Icon";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useCan } from "../../../hooks/useCan";
import { useTexts } from "../../../texts/TextsProvider";
import { useMaySave } from "../../player/SaveButton/useMaySave";
import type { VerseMenuProps } from "../OpenVerseMenu/OpenVerseMenu";

const OpenVerseMenu = onDemand(
  async () => (await import("../OpenVerseMenu/OpenVerseMenu")).OpenVerseMenu,
  { fallback: <ActionIcon loading aria-hidden /> },
);

/**
 * The menu button for saving and reporting a verse. Renders nothing if the viewer may do neither.
 */
export function VerseMenu(props: VerseMenuProps) {
  const { rapper, terms, fileUrl } = props.verse;
  const ownerId = rapper.userId;
  const t = useTexts("verses");
  const can = useCan();
  const maySave = useMaySave({ url: fileUrl, ownerId, terms });
  const [wasOpened, setWasOpened] = useState(false);
  if (!maySave && !can("report:create", { ownerId })) return null;
  if (wasOpened) return <OpenVerseMenu {...props} />;
  return (
    <ActionIcon
      aria-label={t.more(rapper.username)}
      aria-expanded={false}
      onClick={() => setWasOpened(true)}
    >
      <Icon name="more" />
    </ActionIcon>
  );
}
