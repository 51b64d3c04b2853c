import { GENRES, isGenre } from "../../../../convex/shared/genres";
import { isState, STATES } from "../../../../convex/shared/states";
import { ListChoice } from "../../../components/ListChoice/ListChoice";
import { useTexts } from "../../../texts/TextsProvider";
import type { HomeView } from "../homeView";
import classes from "./HomeFilters.module.css";

interface HomeFiltersProps {
  view: HomeView;
  onChange: (part: Partial<Omit<HomeView, "page">>) => void;
}

export function HomeFilters({ view, onChange }: HomeFiltersProps) {
  const t = useTexts("home");
  const { genreName } = useTexts("beats");
  const { stateName } = useTexts("common");
  return (
    <div className={classes.filters} data-screen-only>
      <ListChoice
        label={t.sort}
        value={view.sort}
        choices={[
          { value: "recent", label: t.recent },
          { value: "popular", label: t.popular },
        ]}
        onChange={(value) =>
          onChange({ sort: value === "popular" ? "popular" : "recent" })
        }
      />
      {view.tab === "beats" && (
        <>
          <ListChoice
            label={t.genre}
            value={view.genre ?? ""}
            none={t.allGenres}
            choices={GENRES.map((genre) => ({
              value: genre,
              label: genreName(genre),
            }))}
            onChange={(value) =>
              onChange({ genre: isGenre(value) ? value : null })
            }
          />
          <ListChoice
            label={t.state}
            value={view.state ?? ""}
            none={t.allStates}
            choices={STATES.map((state) => ({
              value: state,
              label: stateName(state),
            }))}
            onChange={(value) =>
              onChange({ state: isState(value) ? value : null })
            }
          />
        </>
      )}
    </div>
  );
}
