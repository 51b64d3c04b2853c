import { ROLE_LABELS, ROLES } from "../../convex/shared/roles.ts";
import { ARTISTS, DEMO_PASSWORD, LISTENERS } from "./cast.ts";

/** One person of each role, and how to sign in as them. */
export function signInTable(): string {
  const people = [...ARTISTS, ...LISTENERS];
  const rows = ROLES.map((role) => {
    const person = people.find((one) => one.role === role);
    return [ROLE_LABELS[role], person?.email ?? "", DEMO_PASSWORD];
  });
  return layOut([["Role", "E-mail", "Password"], ...rows]);
}

function layOut(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("   "))
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n");
}
