/** The table that both sides of the indexed read look into. */
export const ROWS = 30_000;

export function rowDocument(i: number): { group: number; text: string } {
  return { group: Math.floor(i / 3), text: `row ${i} `.padEnd(120, ".") };
}
