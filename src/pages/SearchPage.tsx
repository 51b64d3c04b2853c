import { Stack } from "@mantine/core";
import { PageTitle } from "../components/PageTitle/PageTitle";
import { ArtistSearch } from "../features/search/ArtistSearch/ArtistSearch";
import { useTexts } from "../texts/TextsProvider";

export function SearchPage() {
  const t = useTexts("search");
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <ArtistSearch />
    </Stack>
  );
}
