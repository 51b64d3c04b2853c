import { useState } from "react";
import { fieldOfFailure } from "../../components/ProfileFields/profileValues";
import { useFailureText } from "../../hooks/useFailureText";
import { failureCode } from "../../lib/failureText";
import { useAccountTexts } from "../../texts/useAccountTexts";

/**
 * Why an action was refused. `field` is the form field that shows the reason; null for the whole
 * form.
 */
export interface Refusal {
  field: string | null;
  message: string;
}

/**
 * Runs an action of the account page. `attempt` resolves to null when done, or to the refusal; it
 * never rejects. `isBusy` is true while the action runs.
 */
export function useAttempt() {
  const { failed } = useAccountTexts();
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);

  const attempt = async (
    act: () => Promise<unknown>,
  ): Promise<Refusal | null> => {
    setIsBusy(true);
    try {
      await act();
      return null;
    } catch (error) {
      const field = fieldOfFailure(failureCode(error));
      return { field, message: failureText(error, failed) };
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, attempt };
}
