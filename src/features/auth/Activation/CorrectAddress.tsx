import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { normalizeEmail } from "../../../../convex/shared/email";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useFailureText } from "../../../hooks/useFailureText";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { emailError } from "../emailError";

/** Lets a person whose address is not confirmed correct it. */
export function CorrectAddress() {
  const t = useAuthTexts().activate;
  const [isOpen, { open, close }] = useDisclosure(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (isOpen)
    return (
      <AddressForm
        onSent={(email) => {
          setSentTo(email);
          close();
        }}
      />
    );
  return (
    <>
      {sentTo !== null && (
        <Text role="status" c="peacock" fw={600}>
          {t.corrected(sentTo)}
        </Text>
      )}
      <Button variant="subtle" onClick={open} fullWidth>
        {t.wrongAddress}
      </Button>
    </>
  );
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useAuthTexts().activate;
  const { textOf } = useErrorTexts();
  const correctEmail = useMutation(api.account.correctEmail);
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: "" },
    validate: { email: (email) => textOf(emailError(email)) },
  });

  const handleSubmit = async (values: typeof form.values) => {
    const email = normalizeEmail(values.email);
    setIsBusy(true);
    setFailure(null);
    try {
      const outcome = await correctEmail({ email });
      if (outcome === "sent") onSent(email);
      if (outcome === "taken")
        form.setFieldError("email", textOf("EMAIL_TAKEN"));
    } catch (error) {
      setFailure(failureText(error, t.correctFailed));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <TextInput
          label={t.newAddress}
          type="email"
          name="email"
          autoComplete="email"
          data-autofocus
          autoFocus
          {...form.getInputProps("email")}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" variant="default" loading={isBusy} fullWidth>
          {t.sendThere}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}
