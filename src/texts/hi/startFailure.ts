import type { startFailure as en } from "../en/startFailure";
import { noConnection } from "./noConnection";

export const startFailure: typeof en = {
  title: "पेज लोड नहीं हो सका",
  advice: "अपना कनेक्शन जाँचें।",
  noConnection,
  tryAgain: "फिर कोशिश करें",
};
