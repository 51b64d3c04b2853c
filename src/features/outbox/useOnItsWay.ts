import { appOutbox } from "./appOutbox";
import { useSendingIds } from "./useSendingIds";

/** Returns a function that returns whether a take is being sent, or was sent from this page. */
export function useOnItsWay(): (takeId: string) => boolean {
  const sending = useSendingIds();
  return (takeId) =>
    sending.includes(takeId) || appOutbox.outcomeOf(takeId) === "sent";
}
