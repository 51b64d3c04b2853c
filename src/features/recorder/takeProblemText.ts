import type { TakeProblem } from "../../audio/takeMachine";
import type { Texts } from "../../texts/TextsProvider";

export function takeProblemText(
  texts: Texts["recorder"]["problems"],
  problem: TakeProblem,
): string {
  return problem.kind === "upload"
    ? (problem.message ?? texts.upload)
    : texts[problem.kind];
}
