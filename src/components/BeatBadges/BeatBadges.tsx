import { Badge } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";

export function BeatBadges({ genre, bpm }: { genre: string; bpm: number }) {
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
