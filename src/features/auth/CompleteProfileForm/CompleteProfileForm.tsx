import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { errorsOf } from "../../../../convex/shared/checked";
import { checkProfile } from "../../../../convex/shared/profileFields";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { ProfileFields } from "../../../components/ProfileFields/ProfileFields";
import {
  type ProfileValues,
  EMPTY_PROFILE,
  fieldOfFailure,
  submittedProfile,
} from "../../../components/ProfileFields/profileValues";
import { useFailureText } from "../../../hooks/useFailureText";
import { failureCode } from "../../../lib/failureText";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useAuthTexts } from "../../../texts/useAuthTexts";

/** Creates the profile. The guard redirects as soon as it exists. */
export function CompleteProfileForm() {
  const t = useAuthTexts();
  const { textsOf } = useErrorTexts();
  const createProfile = useMutation(api.profiles.create);
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: EMPTY_PROFILE,
    validate: (values) => textsOf(errorsOf(checkProfile(values))),
  });

  const handleSubmit = async (values: ProfileValues) => {
    setIsBusy(true);
    setFailure(null);
    try {
      await createProfile(submittedProfile(values));
    } catch (error) {
      const field = fieldOfFailure(failureCode(error));
      const message = failureText(error, t.complete.failed);
      if (field === null) setFailure(message);
      else form.setFieldError(field, message);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <ProfileFields form={form} />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t.complete.submit}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}
