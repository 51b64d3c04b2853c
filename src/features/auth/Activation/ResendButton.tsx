import { Button, Text } from "@mantine/core";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { useResendActivation } from "../useResendActivation";

export function ResendButton() {
  const t = useAuthTexts().activate;
  const { state, resend, isReady } = useResendActivation();
  return (
    <>
      {state.status === "failed" && <ErrorNote message={state.message} />}
      {state.status === "sent" && (
        <Text role="status" c="peacock" fw={600}>
          {t.resent}
        </Text>
      )}
      <Button
        onClick={() => void resend()}
        loading={state.status === "sending"}
        disabled={!isReady}
        fullWidth
      >
        {t.resend}
      </Button>
    </>
  );
}
