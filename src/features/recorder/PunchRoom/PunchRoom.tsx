import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState, useSyncExternalStore } from "react";
import type {
  PunchedTake,
  PunchParts,
} from "../../../audio/studio/punch/punchParts";
import { PunchSession } from "../../../audio/studio/punch/punchSession";
import type { PunchState } from "../../../audio/studio/punch/punchState";
import { Dialog } from "../../../components/Dialog/Dialog";
import { showToast } from "../../../lib/showToast";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { type PunchTexts, usePunchTexts } from "../../../texts/usePunchTexts";
import { PunchBody } from "./PunchBody";

interface PunchRoomProps {
  parts: PunchParts;
  /** Only the initial value of this property is used. */
  punched: PunchedTake;
  onClose: () => void;
}

/**
 * The dialog in which bars of a take are recorded again. Mount it only while it is open: unmounting
 * closes the microphone. It closes itself once the recorder shows the new version.
 */
export function PunchRoom({ parts, punched, onClose }: PunchRoomProps) {
  const t = usePunchTexts();
  const { switched } = useTakesTexts();
  const isPhone = useMediaQuery("(max-width: 40em)");
  const [{ session, take }] = useState(() => ({
    session: new PunchSession(parts, punched),
    take: punched.take,
  }));
  const state = useSyncExternalStore(session.subscribe, session.getState);

  useEffect(() => {
    void session.prepare();
    return () => session.close();
  }, [session]);

  useEffect(() => {
    if (state.phase !== "done") return;
    const text = reasonText(t.ended, state);
    if (text !== null) showToast(text);
    if (state.isSwitched) showToast(switched, { isFailure: true });
    onClose();
    // Runs once, when the new version is done.
    // oxlint-disable-next-line react/exhaustive-deps -- texts and handler are left out
  }, [state.phase]);

  /** Closing during a recording only stops it: nothing that was recorded is lost. */
  const handleClose = () => {
    if (state.phase === "recording") void session.stop();
    else if (state.phase !== "joining") onClose();
  };

  return (
    <Dialog opened onClose={handleClose} title={t.door} fullScreen={isPhone}>
      <PunchBody session={session} state={state} take={take} />
    </Dialog>
  );
}

/**
 * Returns the note about a recording that ended before the last marked bar; null if the recording
 * reached the end of that bar.
 */
function reasonText(
  t: PunchTexts["ended"],
  { isCutShort, reason }: Extract<PunchState, { phase: "done" }>,
): string | null {
  return isCutShort ? t[reason ?? "rapper"] : null;
}
