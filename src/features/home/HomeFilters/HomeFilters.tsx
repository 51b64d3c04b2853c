import { GENRES, isGenre } from "../../../../convex/shared/genres";
import { isState, STATES } from "../../../../convex/shared/states";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
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
      <ChoiceField
        label={t.sort}
        value={view.sort}
        choices={[
          { value: "recent", label: t.recent },
          { value: "popular", label: t.popular },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: value === "popular" ? "popular" : "recent" })
        }
      />
      {view.tab === "beats" && (
        <>
          <ChoiceField
            label={t.genre}
            value={view.genre ?? ""}
            none={t.allGenres}
            choices={GENRES.map((genre) => ({
              value: genre,
              label: genreName(genre),
            }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ genre: isGenre(value) ? value : null })
            }
          />
          <ChoiceField
            label={t.state}
            value={view.state ?? ""}
            none={t.allStates}
            choices={STATES.map((state) => ({
              value: state,
              label: stateName(state),
            }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ state: isState(value) ? value : null })
            }
          />
        </>
      )}
    </div>
  );
}
