import { Stack } from "@mantine/core";
import { Microphone } from "../components/art/Microphone";
import { Poster } from "../components/Poster/Poster";
import { ArtistSearch } from "../features/search/ArtistSearch/ArtistSearch";
import { useTexts } from "../texts/TextsProvider";

export default function SearchPage() {
  const t = useTexts("search");
  return (
    <Stack gap="lg">
      <Poster title={t.title} tone="sindoor" art={<Microphone />}>
        <p>{t.intro}</p>
      </Poster>
      <ArtistSearch />
    </Stack>
  );
}
