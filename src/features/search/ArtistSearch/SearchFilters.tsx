import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { SEARCH_DEBOUNCE_MS } from "../../../../convex/shared/limits";
import { ARTIST_ROLES } from "../../../../convex/shared/roles";
import { isState, STATES } from "../../../../convex/shared/states";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { useTexts } from "../../../texts/TextsProvider";
import type { SearchQuery } from "../searchQuery";
import classes from "./ArtistSearch.module.css";

interface SearchFiltersProps {
  query: SearchQuery;
  /**
   * Initial value of the text field. After that the field keeps its own state, which is ahead of
   * the query.
   */
  firstText: string;
  isFocused: boolean;
  onChange: (part: Partial<SearchQuery>) => void;
}

export function SearchFilters(props: SearchFiltersProps) {
  const { query, firstText, isFocused, onChange } = props;
  const t = useTexts("search");
  const { roles, stateName } = useTexts("common");
  const [typed, setTyped] = useState(firstText);
  const search = useDebouncedCallback(
    (text: string) => onChange({ text }),
    SEARCH_DEBOUNCE_MS,
  );

  return (
    <search className={classes.filters} data-screen-only>
      <TextInput
        type="search"
        name="search"
        autoComplete="off"
        autoFocus={isFocused}
        label={t.username}
        placeholder={t.placeholder}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value.trim());
        }}
      />
      <ChoiceField
        label={t.state}
        name="state"
        autoComplete="off"
        none={t.allStates}
        choices={STATES.map((state) => ({
          value: state,
          label: stateName(state),
        }))}
        value={query.state ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: isState(value) ? value : null })
        }
      />
      <ChoiceField
        label={t.role}
        name="role"
        autoComplete="off"
        none={t.allRoles}
        choices={ARTIST_ROLES.map((role) => ({
          value: role,
          label: roles[role],
        }))}
        value={query.role ?? ""}
        onChange={(event) => onChange(readRole(event.currentTarget.value))}
      />
    </search>
  );
}

function readRole(role: string): Partial<SearchQuery> {
  return { role: ARTIST_ROLES.find((artist) => artist === role) ?? null };
}
