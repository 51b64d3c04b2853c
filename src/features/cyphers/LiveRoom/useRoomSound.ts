import { useEffect, useState, useSyncExternalStore } from "react";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import { appPlayer } from "../../../audio/player/appPlayer";
import { isOn } from "../../../audio/player/playerState";
import { usePlayerState } from "../../../audio/player/useTrackPlayback";
import {
  NOTHING_HEARD,
  RoomPlayer,
  type RoomState,
} from "../../../audio/room/roomPlayer";
import { loadSound } from "../../../audio/room/roomSounds";
import type { ServerClock } from "../../../audio/room/serverClock";
import { useHidden } from "../../../hooks/useHidden";
import { useViewer } from "../../../hooks/useViewer";
import { readChoice, writeChoice } from "../../../lib/storedChoice";
import { roomScore } from "./roomScore";

interface Sound {
  readonly clock: ServerClock;
  /** True while the recorder is open. */
  readonly isSilent: boolean;
  /** Whether there is anything to hear. */
  readonly isWanted: boolean;
}

/** A context that has not started within this time needs a tap. */
const ALLOWED_MS = 400;
/** "off" after the listener has stopped the sound, until they start it again. */
const CHOICE = "gully-room-sound";

const nothing = () => () => undefined;

/**
 * Plays the sound of a room. It starts by itself if the browser and the listener's last choice
 * allow it.
 */
export function useRoomSound(cypher: CypherPage, sound: Sound) {
  const { clock, isSilent, isWanted } = sound;
  const [player, setPlayer] = useState<RoomPlayer | null>(null);
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  const isEqual = usePlayerState((state) => state.isEqual);

  if (!isWanted && player !== null) setPlayer(null);

  useEffect(() => {
    if (!isWanted || isOn(appPlayer.getState())) return;
    if (readChoice(CHOICE) === "off") return;
    const context = new AudioContext();
    let isOpen = false;
    const look = () => {
      if (context.state !== "running" || isOpen) return;
      isOpen = true;
      setPlayer(openPlayer(context, clock));
    };
    const giveUp = () => {
      clearTimeout(timer);
      context.removeEventListener("statechange", look);
      if (!isOpen && context.state !== "closed") void context.close();
    };
    const timer = setTimeout(giveUp, ALLOWED_MS);
    context.addEventListener("statechange", look);
    look();
    return giveUp;
  }, [clock, isWanted]);

  useEffect(() => () => player?.dispose(), [player]);
  useEffect(() => player?.setSilent(isSilent), [player, isSilent]);
  useEffect(() => {
    player?.setScore(roomScore(cypher, { viewerId, hidden, isEqual }));
  }, [player, cypher, viewerId, hidden, isEqual]);
  useEffect(() => {
    if (!player || isSilent) return undefined;
    appPlayer.pause();
    return appPlayer.subscribe(() => {
      if (isOn(appPlayer.getState())) setPlayer(null);
    });
  }, [player, isSilent]);

  const state = useSyncExternalStore(
    player?.subscribe ?? nothing,
    (): RoomState => player?.getState() ?? NOTHING_HEARD,
  );
  return {
    player,
    state,
    /** Must be called from a click handler. */
    listen: () => {
      writeChoice(CHOICE, "on");
      const context = new AudioContext();
      context.resume().catch(() => undefined);
      setPlayer(openPlayer(context, clock));
    },
    stop: () => {
      writeChoice(CHOICE, "off");
      setPlayer(null);
    },
  };
}

function openPlayer(context: AudioContext, clock: ServerClock): RoomPlayer {
  return new RoomPlayer({
    context,
    serverNow: () => clock.now(),
    load: (file, signal) => loadSound(context, file, signal),
    page: document,
  });
}
