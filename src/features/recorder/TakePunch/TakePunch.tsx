import { useEffect, useState } from "react";
import type { Grid } from "../../../../convex/shared/bars";
import type { MarkedBars } from "../../../audio/takeBars/markedBars";
import type { PunchParts } from "../../../audio/studio/punch/punchParts";
import type { FinishedTake } from "../../../audio/store/finishedTake";
import {
  MAX_TAKES,
  type TakeShelf,
} from "../../../audio/studio/storing/takeShelf";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { showToast } from "../../../lib/showToast";
import { usePunchTexts } from "../../../texts/usePunchTexts";
import { MakeRoom } from "../TakeList/MakeRoom";
import { useTakes } from "../useStudio";
import { PunchDoor } from "./PunchDoor";

const PunchRoom = onDemand(
  async () => (await import("../PunchRoom/PunchRoom")).PunchRoom,
);

/** A take and its beat. */
interface PunchedOnBeat {
  readonly take: FinishedTake;
  readonly userId: string;
  readonly beatUrl: string | null;
  readonly beat: {
    readonly id: string;
    readonly bpm: number;
    readonly grid?: Grid | null;
  };
}

interface TakePunchProps {
  parts: PunchParts;
  shelf: TakeShelf;
  punched: PunchedOnBeat;
  onStopPlayback: () => void;
  onShow: (takeId: string) => Promise<void>;
  onRemove: (takeId: string) => Promise<void>;
}

/**
 * What is open: the dialog to mark bars ("room"), the same dialog while it joins recorded bars, or
 * the choice of a take to delete.
 */
type Opened = "room" | "joining" | "makeRoom" | null;

/**
 * Lets the rapper record bars of a take again, and go back to the earlier version. Renders nothing
 * for a beat whose bars are unknown.
 */
export function TakePunch(props: TakePunchProps) {
  const { parts, shelf, punched, onStopPlayback, onShow, onRemove } = props;
  const { take, userId, beatUrl, beat } = punched;
  const { undone } = usePunchTexts();
  const takes = useTakes(shelf);
  const [opened, setOpened] = useState<Opened>(null);
  const waiting = useWaitingBars(parts, take.id, opened);
  const { version } = takes.find(({ id }) => id === take.id) ?? {};
  const earlier = takes.find(({ id }) => id === version?.of);
  const { stem } = take;
  const close = () => setOpened(null);

  const open = (room: "room" | "joining") => {
    onStopPlayback();
    setOpened(takes.length >= MAX_TAKES ? "makeRoom" : room);
  };
  const handleUndo = async () => {
    if (!earlier) return;
    await onShow(earlier.id);
    showToast(undone);
  };

  if (!beat.grid || beatUrl === null) return null;
  return (
    <>
      <PunchDoor
        hasVoice={stem !== null}
        version={earlier && version}
        waiting={waiting}
        onOpen={() => open("room")}
        onJoin={() => open("joining")}
        onUndo={() => void handleUndo()}
      />
      <MakeRoom
        opened={opened === "makeRoom"}
        takes={takes.filter(({ id }) => id !== take.id)}
        onRemove={onRemove}
        onClose={close}
      />
      {(opened === "room" || opened === "joining") && stem !== null && (
        <PunchRoom
          parts={parts}
          punched={{
            ...{ take: { ...take, stem }, userId, beatUrl },
            ...{ beatId: beat.id, bpm: beat.bpm },
            firstBarMs: beat.grid.firstBarMs,
            hasNewBars: opened === "joining",
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/**
 * Returns the bars of the take that were recorded but not joined. Looks again whenever `opened`
 * changes.
 */
function useWaitingBars(
  { newBars, onFailure }: PunchParts,
  takeId: string,
  opened: Opened,
): MarkedBars | null {
  const [found, setFound] = useState<{ takeId: string; bars: MarkedBars }>();
  useEffect(() => {
    let isCurrent = true;
    newBars
      .load(takeId)
      .then((stem) => {
        const bars = stem?.info.plan;
        if (isCurrent) setFound(bars && { takeId, bars });
      })
      .catch(onFailure);
    return () => {
      isCurrent = false;
    };
  }, [newBars, onFailure, takeId, opened]);
  return found?.takeId === takeId ? found.bars : null;
}
