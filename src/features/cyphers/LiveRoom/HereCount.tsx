import { Text } from "@mantine/core";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import { useViewer } from "../../../hooks/useViewer";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { countHere } from "./hereText";
import { useWhoIsHere } from "./useWhoIsHere";

/** Says how many people are in the room of a cypher. */
export function HereCount({ cypherId }: { cypherId: CypherPage["id"] }) {
  const t = useRoomTexts();
  const count = countHere(useWhoIsHere(cypherId), useViewer()?.userId);
  return count > 0 && <Text span>{t.countHere(count)}</Text>;
}
