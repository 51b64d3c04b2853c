/// <reference types="vite/client" />

const modules = import.meta.glob<Record<string, unknown>>(
  ["../*.ts", "!../*.test.ts", "!../*.config.ts"],
  { eager: true },
);

/**
 * Functions without `builtBy` are Convex Auth's own; functions.test.ts lists
 * them.
 */
const isPublicWrite = (value: unknown): boolean =>
  typeof value === "function" &&
  ("isMutation" in value || "isAction" in value) &&
  "isPublic" in value &&
  "builtBy" in value;

/** The names of all public mutations and actions, such as "votes:set". */
export const publicWrites: readonly string[] = Object.entries(modules).flatMap(
  ([path, exports]) =>
    Object.entries(exports)
      .filter(([, value]) => isPublicWrite(value))
      .map(([name]) => `${path.replace(/^\.\.\/|\.ts$/g, "")}:${name}`),
);
