/** The map of the house in CONTRIBUTING.md: rooms, and arrows drawn from their imports. */
import { dirname } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";

/** A path prefix for each room, by the group in which the map draws it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  "the app": [
    "src/app",
    "src/pages",
    "src/features",
    "src/components",
    "src/audio",
  ],
  "functions of the product": ["convex", "convex/model", "convex/shared"],
  "what npm start runs": ["launcher"],
  "the backend": [
    "backend/src/exports",
    "backend/src/server.ts",
    "backend/src/routes",
    "backend/src/sync",
    "backend/src/push",
    "backend/src/admin",
    "backend/src/transfer",
    "backend/src/auth",
    "backend/src/files",
    "backend/src/runtime/main",
    "backend/src/runtime/executor",
    "backend/src/runtime/actions",
    "backend/src/runtime/realms",
    "backend/src/database",
    "backend/src/storage",
  ],
};

const SKIPPED = ["\\.test\\.", "/testing/", "/dist/"];

/** The app calls functions by the references in here. */
const REFERENCES = "convex/_generated/api";

export type Arrow = readonly [from: string, to: string];

/**
 * The map as a mermaid flowchart. Arrows that follow from two others are left out.
 * @param baseDir the folder that holds `src`, `convex` and the others
 */
export async function houseMap(baseDir: string): Promise<string> {
  const arrows = withoutShortcuts(await arrowsBetweenRooms(baseDir));
  const groups = Object.entries(ROOMS).map(([title, rooms], index) =>
    [
      `  subgraph g${index}["${title}"]`,
      ...rooms.map((room) => `    ${idOf(room)}["${shortName(room)}"]`),
      "  end",
    ].join("\n"),
  );
  const lines = arrows.map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`);
  return ["```mermaid", "flowchart TD", ...groups, ...lines, "```"].join("\n");
}

async function arrowsBetweenRooms(baseDir: string): Promise<Arrow[]> {
  const { output } = await cruise(
    ["src", "convex", "launcher", "backend/src"],
    {
      baseDir,
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: SKIPPED },
      outputType: "json",
    },
  );
  // This output type is a text.
  const { modules } = JSON.parse(output as string) as ICruiseResult;
  const found = new Map<string, Arrow>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    for (const { module, resolved } of dependencies) {
      const to = roomOf(targetOf(source, { module, resolved }));
      if (from === null || to === null || from === to) continue;
      found.set(`${from} ${to}`, [from, to]);
    }
  }
  return [...found.values()].sort(([a, b], [c, d]) =>
    `${a} ${b}`.localeCompare(`${c} ${d}`),
  );
}

/** The package of the backend has its face in `exports`; the app calls public functions by their references. */
function targetOf(
  source: string,
  { module, resolved }: { module: string; resolved: string },
): string {
  if (module.startsWith("gully-backend")) return "backend/src/exports/";
  const isCall = source.startsWith("src/") && resolved.startsWith(REFERENCES);
  return isCall ? "convex/api" : resolved;
}

/** The room that holds a file. A room with others below it holds only the files directly in it. */
function roomOf(file: string): string | null {
  const rooms = Object.values(ROOMS).flat();
  const isParent = (room: string) =>
    rooms.some((other) => other.startsWith(`${room}/`));
  const holds = (room: string) =>
    isParent(room)
      ? dirname(file) === room
      : file === room || file.startsWith(`${room}/`);
  return rooms.find(holds) ?? null;
}

/** Leaves out an arrow from A to C where other arrows lead from A to C already. */
export function withoutShortcuts(arrows: readonly Arrow[]): Arrow[] {
  return arrows.filter(([from, to]) => {
    const others = arrows.filter(([a, b]) => a !== from || b !== to);
    return !reaches(others, from, to);
  });
}

function reaches(arrows: readonly Arrow[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const room of seen) {
    for (const [a, b] of arrows) if (a === room) seen.add(b);
  }
  return seen.has(to);
}

function idOf(room: string): string {
  return room.replaceAll("/", "_");
}

function shortName(room: string): string {
  return room.replace("backend/src/", "");
}
