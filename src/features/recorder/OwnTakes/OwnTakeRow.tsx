import { ActionIcon, Anchor, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { appPlayer } from "../../../audio/player/appPlayer";
import { takeTrack } from "../../../audio/player/track";
import { useTrackPlayback } from "../../../audio/player/useTrackPlayback";
import { Icon } from "../../../components/Icon/Icon";
import { dateTimeText } from "../../../lib/dateText";
import { formatTime } from "../../../lib/formatTime";
import { reportFailure } from "../../../lib/reportFailure";
import { beatHref } from "../../../routing/paths";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { loadTakeFile } from "../loadTakeFile";
import { saveStoredTake } from "../saveStoredTake";
import classes from "./OwnTakes.module.css";
import type { OwnTake } from "./useOwnTakes";

interface OwnTakeRowProps {
  take: OwnTake;
  /** Absent while the take is on its way to the server. */
  onDiscard: (() => void) | undefined;
}

/** A row for one take on this device, with buttons to play, save and discard it. */
export function OwnTakeRow({ take, onDiscard }: OwnTakeRowProps) {
  const { own: t } = useTakesTexts();
  const { save, unsent } = useRecorderTexts();
  const player = useTexts("player");
  const { language } = useLanguage();
  const name = take.credit?.beatTitle ?? t.unnamed;
  const { isOn, toggle } = useTakeFile(take, name);
  const recorded = dateTimeText(take.createdAt, language);
  const length =
    take.durationMs === undefined ? [] : [formatTime(take.durationMs)];
  const state = take.setAside === "published" ? [t.published] : [];

  const handleSave = () => void saveStoredTake(take, unsent.failed);

  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Anchor component={Link} to={beatHref(take.beatId)} fw={600}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {[recorded, ...length, ...state].join(" · ")}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          aria-label={isOn ? player.pause(name) : player.play(name)}
          onClick={toggle}
        >
          <Icon name={isOn ? "pause" : "play"} />
        </ActionIcon>
        <ActionIcon aria-label={`${save}: ${name}`} onClick={handleSave}>
          <Icon name="save" />
        </ActionIcon>
        {onDiscard && (
          <ActionIcon
            aria-label={`${unsent.discard}: ${name}`}
            onClick={onDiscard}
          >
            <Icon name="bin" />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

/** Plays the file of a take, which is read at the first press. */
function useTakeFile(take: OwnTake, title: string) {
  const { unsent } = useRecorderTexts();
  const [url, setUrl] = useState<string | null>(null);
  const { id, durationMs = 0 } = take;
  const track = takeTrack({ id, durationMs }, { url, title });
  const { isPlaying, isLoading, toggle } = useTrackPlayback(track);
  const isOn = isPlaying || isLoading;

  useEffect(() => {
    if (url === null) return;
    return () => {
      if (appPlayer.getState().track?.url === url) appPlayer.close();
      URL.revokeObjectURL(url);
    };
  }, [url]);

  const start = async () => {
    try {
      const { file } = await loadTakeFile(take);
      const made = URL.createObjectURL(file);
      setUrl(made);
      appPlayer.play({ ...track, url: made });
    } catch (error) {
      reportFailure(error, unsent.failed);
    }
  };
  const handleToggle = () => {
    if (url !== null) return toggle();
    // Safari lets a page start playback later only if it was unlocked in a tap.
    appPlayer.unlock();
    void start();
  };
  return { isOn, toggle: handleToggle };
}
