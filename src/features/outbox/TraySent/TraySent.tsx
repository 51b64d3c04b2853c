import { ActionIcon, Anchor, Group, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { Icon } from "../../../components/Icon/Icon";
import { ShareButton } from "../../../components/ShareButton/ShareButton";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { listenVersePath, verseHref } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import { FreshLink } from "../../ears/FreshLink/FreshLink";
import { PlayButton } from "../../player/PlayButton/PlayButton";
import { verseTrack } from "../../player/tracks";
import classes from "../TrayEntry/TrayEntry.module.css";

/** A verse that has just been published from this tab. */
export interface SentVerse {
  readonly beatId: string;
  readonly beatTitle: string;
  readonly verseId: string;
}

interface TraySentProps {
  sent: SentVerse;
  onClose: () => void;
}

/**
 * The verse that a take became, with buttons to play and share it. Links to other pages come last.
 */
export function TraySent({ sent, onClose }: TraySentProps) {
  const { beatId, beatTitle, verseId } = sent;
  const t = useOutboxTexts();
  const { close } = useTexts("common");
  const { trackTitle } = useTexts("verses");
  const result = useLiveQuery({
    query: api.verses.listByBeat,
    args: { beatId },
  });
  const verses = result.status === "success" ? result.data : [];
  const verse = verses.find(({ id }) => id === verseId);
  const title = verse
    ? trackTitle(verse.rapper.username, beatTitle)
    : t.verse(beatTitle);
  return (
    <section className={classes.entry} aria-label={t.sent}>
      {verse && (
        <PlayButton
          size="small"
          track={verseTrack(verse, t.verse(beatTitle))}
        />
      )}
      <div className={classes.words} data-brief>
        <Text fw={700} role="status">
          {t.sent}
        </Text>
        <Anchor component={Link} size="sm" to={verseHref(beatId, verseId)}>
          {t.verse(beatTitle)}
        </Anchor>
      </div>
      <Group gap={4} wrap="nowrap">
        <ShareButton title={title} path={listenVersePath(verseId)} />
        <ActionIcon aria-label={close} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </Group>
      <div className={classes.last}>
        <FreshLink />
      </div>
    </section>
  );
}
