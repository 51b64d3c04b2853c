import { Cassette } from "../../../components/art/Cassette";
import { Poster } from "../../../components/Poster/Poster";
import { useTexts } from "../../../texts/TextsProvider";

export function HomePoster() {
  const t = useTexts("home");
  return (
    <Poster
      title={t.title}
      tone="haldi"
      art={<Cassette title="" subtitle="" side="A" />}
    >
      <p>{t.intro}</p>
    </Poster>
  );
}
