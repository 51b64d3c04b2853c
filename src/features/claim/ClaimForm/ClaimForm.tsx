import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { errorsOf } from "../../../../convex/shared/checked";
import {
  checkClaim,
  type ClaimInput,
  isClaimLinkError,
} from "../../../../convex/shared/claimFields";
import {
  MAX_CLAIM_LINK_LENGTH,
  MAX_CLAIM_NAME_LENGTH,
  MAX_CLAIM_TEXT_LENGTH,
} from "../../../../convex/shared/limits";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useFailureText } from "../../../hooks/useFailureText";
import { failureCode } from "../../../lib/failureText";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useLanguage } from "../../../texts/TextsProvider";
import { useTrustTexts } from "../../../texts/useTrustTexts";

const EMPTY: ClaimInput = {
  name: "",
  email: "",
  link: "",
  work: "",
  proof: "",
  signature: "",
};

/** The claim's number; null until the mailed link has been followed. */
export interface SentClaim {
  number: string | null;
  email: string;
}

type OnSent = (sent: SentClaim) => void;

/** The copyright claim form. */
export function ClaimForm({ onSent }: { onSent: OnSent }) {
  const t = useTrustTexts();
  const { form, isBusy, failure, submit } = useClaim(onSent);

  const long = { autosize: true, minRows: 3, maxRows: 8 };
  const name = { maxLength: MAX_CLAIM_NAME_LENGTH, required: true };
  const text = { maxLength: MAX_CLAIM_TEXT_LENGTH, required: true, ...long };
  return (
    <ValidatedForm label={t.claim.title} form={form} onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.claim.name}
          name="name"
          autoComplete="name"
          {...name}
          {...form.getInputProps("name")}
        />
        <TextInput
          label={t.claim.email}
          description={t.claim.emailHint}
          type="email"
          name="email"
          autoComplete="email"
          required
          {...form.getInputProps("email")}
        />
        <TextInput
          label={t.claim.link}
          description={t.claim.linkHint}
          name="link"
          inputMode="url"
          autoComplete="off"
          required
          maxLength={MAX_CLAIM_LINK_LENGTH}
          {...form.getInputProps("link")}
        />
        <Textarea
          label={t.claim.work}
          name="work"
          {...text}
          {...form.getInputProps("work")}
        />
        <Textarea
          label={t.claim.proof}
          name="proof"
          {...text}
          {...form.getInputProps("proof")}
        />
        <TextInput
          label={t.claim.signature}
          description={t.claim.signatureHint}
          name="signature"
          autoComplete="name"
          {...name}
          {...form.getInputProps("signature")}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {t.claim.submit}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}

/** The values of a claim, and the function that sends them. */
function useClaim(onSent: OnSent) {
  const t = useTrustTexts();
  const { textsOf } = useErrorTexts();
  const { language } = useLanguage();
  const failureText = useFailureText();
  const create = useAction(api.claims.create);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => textsOf(errorsOf(checkClaim(values))),
  });

  const submit = async (values: ClaimInput) => {
    setIsBusy(true);
    setFailure(null);
    try {
      const number = await create({ ...values, language });
      onSent({ number, email: values.email.trim() });
    } catch (error) {
      const text = failureText(error, t.failed);
      const code = failureCode(error);
      if (isClaimLinkError(code)) form.setFieldError("link", text);
      else if (code === "EMAIL_UNREACHABLE") form.setFieldError("email", text);
      else setFailure(text);
    } finally {
      setIsBusy(false);
    }
  };

  return { form, isBusy, failure, submit };
}
