import type {
  CaseDetails,
  SuspensionLength,
} from "../../../convex/shared/moderation";
import { DECISIONS } from "../../../convex/shared/moderation";
import type { Decision } from "../../../convex/shared/safety";
import type { TrustTexts } from "../../texts/useTrustTexts";

type Texts = TrustTexts["moderation"];

/** A button and its key. "suspend" without a length first asks for the length. */
export interface Choice {
  key: string;
  label: string;
  decision: Decision;
  suspension: SuspensionLength | null;
}

const KEYS: Record<Decision, string> = {
  dismiss: "d",
  remove: "r",
  warn: "w",
  suspend: "s",
  grant: "g",
};

/** Returns the decisions that a case allows, each with its key. */
export function choicesOf(
  { kind }: Pick<CaseDetails, "kind">,
  t: Texts,
): Choice[] {
  return DECISIONS[kind].map((decision) => ({
    key: KEYS[decision],
    label:
      kind === "appeal" && decision === "dismiss"
        ? t.dismissAppeal
        : t[decision],
    decision,
    suspension: null,
  }));
}

/** Lists how long a suspension can last, each with its key. */
export const lengthsOf = (t: Texts): Choice[] => [
  suspend("1", t.oneDay, 1),
  suspend("7", t.sevenDays, 7),
  suspend("3", t.thirtyDays, 30),
  suspend("0", t.forGood, "forGood"),
];

const suspend = (
  key: string,
  label: string,
  suspension: SuspensionLength,
): Choice => ({ key, label, decision: "suspend", suspension });
