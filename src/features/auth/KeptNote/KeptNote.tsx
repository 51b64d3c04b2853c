import { Text } from "@mantine/core";
import { useState } from "react";
import { keepsSessions } from "../../../lib/tokenStorage";
import { useAuthTexts } from "../../../texts/useAuthTexts";

/**
 * Says that the browser will not keep the viewer signed in, because it forbids storage or has no
 * room left.
 */
export function KeptNote() {
  const t = useAuthTexts();
  const [isKept] = useState(keepsSessions);
  return isKept ? null : <Text role="note">{t.keepsNothing}</Text>;
}
