import { Text } from "@mantine/core";
import { useState } from "react";
import { keepsSessions } from "../../../lib/tokenStorage";
import { useAuthTexts } from "../../../texts/useAuthTexts";

/** Says so where nobody stays signed in: in browsers that forbid storage or have no room left. */
export function KeptNote() {
  const t = useAuthTexts();
  const [isKept] = useState(keepsSessions);
  return isKept ? null : <Text role="note">{t.keepsNothing}</Text>;
}
