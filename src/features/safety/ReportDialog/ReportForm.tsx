import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { cleanParagraphs } from "../../../../convex/shared/plainText";
import {
  checkReport,
  MAX_REPORT_LENGTH,
  REASONS,
  type Reason,
} from "../../../../convex/shared/safety";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useFailureText } from "../../../hooks/useFailureText";
import { logFailure } from "../../../lib/logFailure";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useTexts } from "../../../texts/TextsProvider";
import type { Reported } from "../reported";
import type { SentReport } from "./ReportSent";

interface ReportFormProps {
  reported: Reported;
  onSent: (report: SentReport) => void;
  onCancel: () => void;
}

export function ReportForm({ reported, onSent, onCancel }: ReportFormProps) {
  const { report: t, reasons } = useTexts("safety");
  const { byCode } = useErrorTexts();
  const { cancel } = useTexts("common");
  const { isSending, failure, send } = useSendReport(reported, onSent);
  const form = useForm({
    initialValues: { reason: "", text: "" },
    validate: (values) => {
      if (!isReason(values.reason)) return { reason: t.reasonRequired };
      const refused = checkReport(values.reason, cleanParagraphs(values.text));
      return refused === null ? {} : { text: byCode[refused] };
    },
  });

  const handleSubmit = async ({ reason, text }: typeof form.values) => {
    if (isReason(reason)) await send(reason, text);
  };

  return (
    <ValidatedForm form={form} onSubmit={handleSubmit}>
      <Stack>
        <Text>{t.intro(reported.ownerName)}</Text>
        <ChoiceField
          label={t.reason}
          name="reason"
          autoComplete="off"
          required
          none={t.noReason}
          choices={REASONS.map((value) => ({ value, label: reasons[value] }))}
          {...form.getInputProps("reason")}
        />
        <Textarea
          label={form.values.reason === "other" ? t.textRequired : t.text}
          name="text"
          autoComplete="off"
          description={t.textHint}
          rows={4}
          maxLength={MAX_REPORT_LENGTH}
          {...form.getInputProps("text")}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </ValidatedForm>
  );
}

const isReason = (text: string): text is Reason =>
  (REASONS as readonly string[]).includes(text);

function useSendReport(
  { subjectType, subjectId }: Reported,
  onSent: (report: SentReport) => void,
) {
  const { failed } = useTexts("safety").report;
  const failureText = useFailureText();
  const report = useMutation(api.safety.report);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const send = async (reason: Reason, text: string) => {
    setIsSending(true);
    setFailure(null);
    try {
      const number = await report({ subjectType, subjectId, reason, text });
      onSent({ number, reason });
    } catch (error) {
      logFailure("sending a report failed", error);
      setFailure(failureText(error, failed));
    } finally {
      setIsSending(false);
    }
  };

  return { isSending, failure, send };
}
