import { Button, Stack, TextInput, type TextInputProps } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import type { ErrorCode } from "../../../convex/shared/messages";
import { ErrorNote } from "../../components/ErrorNote/ErrorNote";
import { ValidatedForm } from "../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../hooks/useErrorTexts";
import { useFailureText } from "../../hooks/useFailureText";

interface EmailFormProps {
  field: Pick<TextInputProps, "label" | "autoComplete" | "autoFocus">;
  check: (email: string) => ErrorCode | null;
  /** Resolves to the error in the address, or to null. */
  onSubmit: (email: string) => Promise<ErrorCode | null>;
  /** Shown if `onSubmit` rejects without a reason. */
  failed: string;
  submit: { label: string; variant?: "default" };
  children?: ReactNode;
}

/** Asks for an email address. */
export function EmailForm({
  field,
  check,
  onSubmit,
  failed,
  submit,
  children,
}: EmailFormProps) {
  const { textOf } = useErrorTexts();
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: "" },
    validate: { email: (email) => textOf(check(email)) },
  });

  const handleSubmit = async ({ email }: typeof form.values) => {
    setIsBusy(true);
    setFailure(null);
    try {
      const problem = await onSubmit(email);
      if (problem !== null) form.setFieldError("email", textOf(problem));
    } catch (error) {
      setFailure(failureText(error, failed));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <TextInput
          type="email"
          name="email"
          {...field}
          {...form.getInputProps("email")}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Button
          type="submit"
          variant={submit.variant}
          loading={isBusy}
          fullWidth
        >
          {submit.label}
        </Button>
        {children}
      </Stack>
    </ValidatedForm>
  );
}
