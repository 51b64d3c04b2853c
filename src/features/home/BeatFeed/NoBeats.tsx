import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../../routing/paths";
import { Empty } from "../../../components/Empty/Empty";
import { useCan } from "../../../hooks/useCan";
import { useTexts } from "../../../texts/TextsProvider";

interface NoBeatsProps {
  /** Clears the filters; absent if no filter is set. */
  onClear?: () => void;
}

/** Empty state of the beats: nothing matches the filters, or there are no beats yet. */
export function NoBeats({ onClear }: NoBeatsProps) {
  const t = useTexts("home");
  const can = useCan();
  if (onClear) {
    return (
      <Empty title={t.noBeats} hint={t.noMatchHint}>
        <Button variant="default" onClick={onClear}>
          {t.clearFilters}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title={t.noBeats} hint={t.noBeatsHint}>
      {can("beat:create") && (
        <Button component={Link} to={paths.upload}>
          {t.firstBeat}
        </Button>
      )}
    </Empty>
  );
}
