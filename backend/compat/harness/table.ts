import type { Failure, Outcome } from "./compatCase.ts";

/** Returns the lines of a Markdown table with a row for each component. */
export function tableOf(
  outcomes: readonly Outcome[],
  versions: Readonly<Record<string, string>>,
): string[] {
  return [
    "| component | version | functions tested | checks passed |",
    "| --- | --- | --- | --- |",
    ...outcomes.map((outcome) => rowOf(outcome, versions)),
  ];
}

function rowOf(
  { compatCase, passed }: Outcome,
  versions: Readonly<Record<string, string>>,
): string {
  const { component, checks } = compatCase;
  const functions = new Set(checks.flatMap((check) => check.functions));
  const driven = [...functions].map((name) => `\`${name}\``).join(", ");
  return `| ${[
    component,
    versions[component] ?? "",
    driven,
    `${passed} of ${checks.length}`,
  ].join(" | ")} |`;
}

export function linesOf(failure: Failure): string[] {
  return [
    `FAILED ${failure.component}: ${failure.check}`,
    `  functions: ${failure.functions}`,
    `  expected:  ${indented(failure.expected)}`,
    `  got:       ${indented(failure.got)}`,
  ];
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n             ");
}
