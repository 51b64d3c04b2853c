import { useMixes } from "./mixes";
import { useOutbox } from "./useOutbox";

/** Ids of the takes that are being mixed or sent. */
export const useSendingIds = (): string[] =>
  [...useMixes(), ...useOutbox()].map(({ id }) => id);
