import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../../app/paths";
import { Empty } from "../../../components/Empty/Empty";
import { useCan } from "../../../hooks/useCan";
import { useTexts } from "../../../texts/TextsProvider";

interface NoBeatsProps {
  /** Absent when everything is shown. */
  onClear?: () => void;
}

/** Nothing of that kind, or nothing at all yet. */
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
