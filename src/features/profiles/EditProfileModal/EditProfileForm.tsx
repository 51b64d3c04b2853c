import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { MAX_BIO_LENGTH } from "../../../../convex/shared/limits";
import { errorsOf } from "../../../../convex/shared/checked";
import {
  checkEdit,
  type ProfileEdit,
} from "../../../../convex/shared/profileFields";
import { isArtist } from "../../../../convex/shared/roles";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { SocialFields } from "../../../components/ProfileFields/SocialFields";
import { UsernameField } from "../../../components/ProfileFields/UsernameField";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useTexts } from "../../../texts/TextsProvider";
import { useSaveProfile } from "../useSaveProfile";

interface EditProfileFormProps {
  profile: PublicProfile;
  onClose: () => void;
}

export function EditProfileForm({ profile, onClose }: EditProfileFormProps) {
  const t = useTexts("profiles").editForm;
  const { textsOf } = useErrorTexts();
  const { cancel } = useTexts("common");
  const { state, save } = useSaveProfile(onClose);
  const form = useForm<ProfileEdit>({
    initialValues: {
      username: profile.username,
      bio: profile.bio,
      instagram: profile.instagram,
      youtube: profile.youtube,
    },
    validate: (values) =>
      textsOf(errorsOf(checkEdit(values, profile.username))),
  });

  const handleSubmit = async (values: ProfileEdit) => {
    const refused = await save(values);
    if (refused === null) return;
    form.setFieldError(refused.field, refused.message);
  };

  if (state.status === "saved") {
    return (
      <Text role="status" size="lg" fw={600} c="peacock" py="lg">
        {t.saved}
      </Text>
    );
  }
  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <UsernameField {...form.getInputProps("username")} />
        <Textarea
          label={t.bio}
          name="bio"
          autoComplete="off"
          description={t.bioHint}
          rows={4}
          maxLength={MAX_BIO_LENGTH}
          {...form.getInputProps("bio")}
        />
        {isArtist(profile.role) && (
          <SocialFields
            instagram={form.getInputProps("instagram")}
            youtube={form.getInputProps("youtube")}
          />
        )}
        {state.status === "failed" && <ErrorNote message={state.message} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={state.status === "saving"}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </ValidatedForm>
  );
}
