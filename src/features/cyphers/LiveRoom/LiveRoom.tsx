import { Stack } from "@mantine/core";
import { useEffect } from "react";
import type { CypherPage, OwnCypher } from "../../../../convex/shared/cyphers";
import { useViewer } from "../../../hooks/useViewer";
import { HolderBanner } from "./HolderBanner";
import { LineKeys } from "./LineKeys";
import { LiveState } from "./LiveState";
import classes from "./room.module.css";
import { RoomSoundPanel } from "./RoomSoundPanel";
import { useRoom } from "./useRoom";
import { useRoomSound } from "./useRoomSound";
import { WhoIsHere } from "./WhoIsHere";

interface LiveRoomProps {
  cypher: CypherPage;
  /** Null for viewers who cannot write. */
  own: OwnCypher | null;
  isHolder: boolean;
  isRecording: boolean;
  onRecord: () => void;
  /** Called with true when the room starts to sound and with false when it stops. */
  onHeard: (isHeard: boolean) => void;
}

/** The room of a live cypher: its state, the mic or the line, the sound, and the people present. */
export function LiveRoom(props: LiveRoomProps) {
  const { cypher, own, isHolder, isRecording, onRecord, onHeard } = props;
  const viewer = useViewer();
  const { mic } = cypher;
  const { clock, isGoing, isIn, isWanted } = useRoom(cypher, {
    isMember: Boolean(viewer?.emailConfirmedAt),
    isInLine: isHolder || (own?.isInLine ?? false),
  });
  const sound = useRoomSound(cypher, {
    ...{ clock, isWanted, isSilent: isRecording },
  });
  const isHeard = sound.state.heard !== null;
  useEffect(() => onHeard(isHeard), [onHeard, isHeard]);
  return (
    <Stack gap="md" className={classes.room}>
      <LiveState {...{ cypher, isHolder, clock }} isEcho={!isGoing && isIn} />
      {isHolder && mic ? (
        <HolderBanner {...{ cypher, mic, clock, isRecording, onRecord }} />
      ) : (
        isGoing && own && <LineKeys cypher={cypher} own={own} />
      )}
      {isWanted && (
        <RoomSoundPanel cypher={cypher} clock={clock} sound={sound} />
      )}
      {(isGoing || isIn) && <WhoIsHere cypher={cypher} />}
    </Stack>
  );
}
