import { Button, Stack, Text, Textarea } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useFailureText } from "../../../hooks/useFailureText";
import { useTrustTexts } from "../../../texts/useTrustTexts";

interface StatementFormProps {
  intro: string;
  label: string;
  submit: string;
  maxLength: number;
  onSubmit: (text: string) => Promise<unknown>;
}

/** One text that can be sent once. The text stays in the field if sending fails. */
export function StatementForm(props: StatementFormProps) {
  const { intro, label, submit, maxLength, onSubmit } = props;
  const t = useTrustTexts();
  const failureText = useFailureText();
  const [text, setText] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    try {
      await onSubmit(text);
    } catch (error) {
      setFailure(failureText(error, t.failed));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Stack gap="sm">
        <Text>{intro}</Text>
        <Textarea
          label={label}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={maxLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {failure !== null && <ErrorNote message={failure} />}
        <Button type="submit" loading={isBusy} w="fit-content">
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
