import type { Translated } from "../texts";
import type { leave as en } from "../en/leave";

export const leave: Translated<typeof en> = {
  title: "यह पेज छोड़ें?",
  leave: "छोड़ें",
};
