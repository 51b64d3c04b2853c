import { Button } from "@mantine/core";
import type { TakeShelf } from "../../../audio/studio/storing/takeShelf";
import type { TakeState } from "../../../audio/studio/takeState";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useTakes } from "../useStudio";
import { TakeList } from "./TakeList";

interface TakesProps {
  state: TakeState;
  shelf: TakeShelf;
  onShow: (takeId: string) => void;
  onRemove: (takeId: string) => Promise<void>;
}

/**
 * The other takes over the beat: a list next to a finished take, if there is more than one, and a
 * way back to them before the next recording.
 */
export function Takes({ state, shelf, onShow, onRemove }: TakesProps) {
  const { list: t } = useTakesTexts();
  const takes = useTakes(shelf);
  const newest = takes.at(-1);
  if (state.phase === "idle" && !state.isOpening && newest) {
    return (
      <Button variant="subtle" mt="md" onClick={() => onShow(newest.id)}>
        {t.back}
      </Button>
    );
  }
  if (state.phase !== "stopped" || !state.take || takes.length < 2) return null;
  return (
    <TakeList
      takes={takes}
      currentId={state.take.id}
      onShow={onShow}
      onStar={(takeId, isStarred) => shelf.star(takeId, isStarred)}
      onRemove={onRemove}
    />
  );
}
