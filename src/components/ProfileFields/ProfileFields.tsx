import type { UseFormReturnType } from "@mantine/form";
import { STATES } from "../../../convex/shared/states";
import { useTexts } from "../../texts/TextsProvider";
import { useAuthTexts } from "../../texts/useAuthTexts";
import { ChoiceField } from "../ChoiceField/ChoiceField";
import { type ProfileValues, asksForArtist } from "./profileValues";
import { RoleField } from "./RoleField";
import { SocialFields } from "./SocialFields";
import { UsernameField } from "./UsernameField";

interface ProfileFieldsProps<Values extends ProfileValues> {
  form: UseFormReturnType<Values>;
}

/** Fields for username and role, plus state and social handles for artists. */
export function ProfileFields<Values extends ProfileValues>({
  form,
}: ProfileFieldsProps<Values>) {
  const t = useAuthTexts().signUp;
  const { stateName } = useTexts("common");

  return (
    <>
      <UsernameField {...form.getInputProps("username")} />
      <RoleField {...form.getInputProps("role")} />
      {asksForArtist(form.values.role) && (
        <>
          <ChoiceField
            label={t.state}
            name="state"
            autoComplete="address-level1"
            none={t.statePlaceholder}
            choices={STATES.map((state) => ({
              value: state,
              label: stateName(state),
            }))}
            {...form.getInputProps("state")}
          />
          <SocialFields
            instagram={form.getInputProps("instagram")}
            youtube={form.getInputProps("youtube")}
          />
        </>
      )}
    </>
  );
}
