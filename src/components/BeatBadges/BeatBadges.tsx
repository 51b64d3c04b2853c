import { Badge } from "@mantine/core";
import type { BeatFacts } from "../../../convex/shared/beatFacts";
import { useTexts } from "../../texts/TextsProvider";

interface BeatBadgesProps {
  beat: Pick<BeatFacts, "genre" | "bpm">;
}

export function BeatBadges({ beat: { genre, bpm } }: BeatBadgesProps) {
  const t = useTexts("beats");
  return (
    <>
      <Badge variant="light" color="peacock" tt="none" size="lg" radius="sm">
        {t.genreName(genre)}
      </Badge>
      <Badge variant="light" tt="none" size="lg" radius="sm">
        {t.bpm(bpm)}
      </Badge>
    </>
  );
}
