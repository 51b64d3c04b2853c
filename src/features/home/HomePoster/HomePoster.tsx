import { Cassette } from "../../../components/art/Cassette";
import { Poster } from "../../../components/Poster/Poster";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./HomePoster.module.css";

export function HomePoster() {
  const t = useTexts("home");
  return (
    <div className={classes.small}>
      <Poster
        title={t.title}
        tone="haldi"
        art={<Cassette title="" subtitle="" side="A" />}
      >
        <p>{t.intro}</p>
      </Poster>
    </div>
  );
}
