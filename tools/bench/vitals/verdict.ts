/** Says whether a figure keeps its budget; "-" if it has none. */
export function verdict(
  value: number,
  budget: number | undefined,
  show: (value: number) => string,
): string {
  if (budget === undefined) return "-";
  return value <= budget ? `${show(budget)}, kept` : `${show(budget)}, missed`;
}

export function milliseconds(value: number): string {
  return Number.isNaN(value) ? "-" : `${Math.round(value)} ms`;
}
