import { useEffect, useEffectEvent } from "react";
import { useAddressParams } from "../../hooks/useAddressParams";

const ANSWER = "answer";

/**
 * Opens the recorder to answer the verse that the address names, as in `/beats/1?answer=2`, once it
 * can be opened. Then removes the verse from the address, so that a reload does not open the
 * recorder again.
 */
export function useAnswerInUrl(
  canOpen: boolean,
  onOpen: (verseId: string) => void,
): void {
  const [params, changeParams] = useAddressParams();
  const verseId = params.get(ANSWER);
  const open = useEffectEvent((id: string) => {
    onOpen(id);
    changeParams(
      (present) => {
        present.delete(ANSWER);
        return present;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (canOpen && verseId) open(verseId);
  }, [canOpen, verseId]);
}
