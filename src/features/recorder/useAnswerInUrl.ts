import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router-dom";

const ANSWER = "answer";

/**
 * Opens the recorder for the verse that the address names, as in `/beats/1?answer=2`, once it can be
 * opened. The address then no longer names it, so that a reload does not open the recorder again.
 */
export function useAnswerInUrl(
  canOpen: boolean,
  onOpen: (verseId: string) => void,
): void {
  const [params, setParams] = useSearchParams();
  const verseId = params.get(ANSWER);
  const open = useEffectEvent((id: string) => {
    onOpen(id);
    const rest = new URLSearchParams(params);
    rest.delete(ANSWER);
    setParams(rest, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (canOpen && verseId) open(verseId);
  }, [canOpen, verseId]);
}
