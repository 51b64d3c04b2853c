import { useState } from "react";
import type { Grid } from "../../../../convex/shared/bars";
import type { PunchParts } from "../../../audio/studio/punch/punchParts";
import type { FinishedTake } from "../../../audio/store/finishedTake";
import { MAX_TAKES, type TakeShelf } from "../../../audio/studio/takeShelf";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { showToast } from "../../../lib/showToast";
import { usePunchTexts } from "../../../texts/usePunchTexts";
import { MakeRoom } from "../TakeList/MakeRoom";
import { useTakes } from "../useStudio";
import { PunchDoor } from "./PunchDoor";

const PunchRoom = onDemand(
  async () => (await import("../PunchRoom/PunchRoom")).PunchRoom,
);

/** A take and the beat that it is on. */
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
 * The way to record bars of a take again, and back to the take as it was. Nothing for a beat whose
 * bars are not known.
 */
export function TakePunch(props: TakePunchProps) {
  const { parts, shelf, punched, onStopPlayback, onShow, onRemove } = props;
  const { take, userId, beatUrl, beat } = punched;
  const { undone } = usePunchTexts();
  const takes = useTakes(shelf);
  const [opened, setOpened] = useState<"room" | "makeRoom" | null>(null);
  const { version } = takes.find(({ id }) => id === take.id) ?? {};
  const earlier = takes.find(({ id }) => id === version?.of);
  const { stem } = take;
  const close = () => setOpened(null);

  const handleOpen = () => {
    onStopPlayback();
    setOpened(takes.length >= MAX_TAKES ? "makeRoom" : "room");
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
        onOpen={handleOpen}
        onUndo={() => void handleUndo()}
      />
      <MakeRoom
        opened={opened === "makeRoom"}
        takes={takes.filter(({ id }) => id !== take.id)}
        onRemove={onRemove}
        onClose={close}
      />
      {opened === "room" && stem !== null && (
        <PunchRoom
          parts={parts}
          punched={{
            ...{ take: { ...take, stem }, userId, beatUrl },
            ...{ beatId: beat.id, bpm: beat.bpm },
            firstBarMs: beat.grid.firstBarMs,
          }}
          onClose={close}
        />
      )}
    </>
  );
}
