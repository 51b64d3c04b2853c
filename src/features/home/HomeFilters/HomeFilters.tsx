import { Select } from "@mantine/core";
import { GENRES, isGenre } from "../../../../convex/shared/genres";
import { isState, STATES } from "../../../../convex/shared/states";
import { useTexts } from "../../../texts/TextsProvider";
import type { HomeView } from "../homeView";
import classes from "./HomeFilters.module.css";

interface HomeFiltersProps {
  view: HomeView;
  onChange: (part: Partial<Omit<HomeView, "page">>) => void;
}

export function HomeFilters({ view, onChange }: HomeFiltersProps) {
  const t = useTexts("home");
  return (
    <div className={classes.filters}>
      <Select
        label={t.sort}
        value={view.sort}
        allowDeselect={false}
        data={[
          { value: "recent", label: t.recent },
          { value: "popular", label: t.popular },
        ]}
        onChange={(sort) =>
          onChange({ sort: sort === "popular" ? "popular" : "recent" })
        }
      />
      {view.tab === "beats" && (
        <>
          <Select
            label={t.genre}
            value={view.genre ?? ""}
            allowDeselect={false}
            data={[{ value: "", label: t.allGenres }, ...GENRES]}
            onChange={(genre) =>
              onChange({ genre: isGenre(genre) ? genre : null })
            }
          />
          <Select
            label={t.state}
            value={view.state ?? ""}
            allowDeselect={false}
            searchable
            data={[{ value: "", label: t.allStates }, ...STATES]}
            onChange={(state) =>
              onChange({ state: isState(state) ? state : null })
            }
          />
        </>
      )}
    </div>
  );
}
