/**
 * Decides which modules are bundled into one file. There are few files, because
 * each one costs a round trip on a slow connection, and none contains much code
 * that its page does not run.
 */
import react from "@vitejs/plugin-react";
import { basename } from "node:path";
import { type Plugin, type Rolldown, build } from "vite";

/** Needed by every page. */
const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/**
 * Pages where people spend most of their time. Any module they share with
 * another entry goes into their chunk.
 */
const CONTENT = ["HomePage", "BeatPage"];

/** Pages and dialogs that share much of their code. */
const FORMS = [
  "LoginPage",
  "SignUpPage",
  "ForgotPasswordPage",
  "ResetPasswordPage",
  "CompleteProfilePage",
  "EditProfileModal",
  "UploadPage",
];
const DIALOGS = ["EditProfileModal", "ConfirmDialog", "RecordVerseDialog"];

interface Chunk {
  readonly name: string;
  /**
   * Receives the entries, static and dynamic, that cannot run without the
   * module. Returns whether the module belongs to this chunk.
   */
  holds: (neededBy: ReadonlySet<string>) => boolean;
}

/**
 * Ordered by priority. A chunk also takes in what its modules import, so chunks
 * with shared modules come first.
 */
const CHUNKS: readonly Chunk[] = [
  { name: "start", holds: (neededBy) => neededBy.has("index") },
  {
    name: "base",
    holds: (neededBy) =>
      neededBy.has("mountLanding") &&
      !isSubset(neededBy, ["mountLanding", "LandingPage"]),
  },
  { name: "door", holds: (neededBy) => neededBy.has("mountLanding") },
  { name: "door-en", holds: (neededBy) => neededBy.has("landingTextsEn") },
  { name: "door-hi", holds: (neededBy) => neededBy.has("landingTextsHi") },
  { name: "app", holds: (neededBy) => neededBy.has("mountApp") },
  {
    name: "content",
    holds: (neededBy) =>
      neededBy.size > 1 && CONTENT.some((page) => neededBy.has(page)),
  },
  {
    // Texts that every page loads and forms share; the forms need much more code.
    name: "texts",
    holds: (neededBy) => neededBy.size > 1 && neededBy.has("all"),
  },
  {
    // Toasts come soon after the first page, and the forms need much more code than the toasts.
    name: "toasts",
    holds: (neededBy) => neededBy.size > 1 && neededBy.has("ToastStack"),
  },
  { name: "forms", holds: isSharedAmong(FORMS) },
  {
    name: "dialogs",
    holds: (neededBy) =>
      isSharedAmong(DIALOGS)(neededBy) &&
      ![...neededBy].some((entry) => entry.endsWith("Page")),
  },
];

/**
 * Vite plugin that applies the plan. Runs a trial build first to learn which
 * entries need each module.
 */
export function chunkPlan(): Plugin {
  return {
    name: "chunk-plan",
    apply: "build",
    async config({ root = process.cwd(), build: options }) {
      const neededBy = await tryOut(root, options?.target);
      const groups = CHUNKS.map(({ name, holds }, i) => ({
        name: (id: string) => (holds(neededBy(id)) ? name : null),
        priority: CHUNKS.length - i,
      }));
      const react = { name: "react", test: REACT, priority: groups.length + 1 };
      const codeSplitting = { groups: [react, ...groups] };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
  };
}

/**
 * Builds once with the bundler's default chunks: one file per set of entries.
 * That is far too many to ship, but it shows which entries need each module
 * after unused code is removed.
 */
async function tryOut(
  root: string,
  target: Rolldown.TransformOptions["target"] | false,
): Promise<(moduleId: string) => ReadonlySet<string>> {
  const built = await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [react()],
    build: { target, write: false, minify: false },
  });
  // With one output and no watch mode, this is neither a list nor a watcher.
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === "chunk");
  const found = new Map<string, Set<string>>();
  for (const entry of chunks) {
    if (!entry.facadeModuleId) continue;
    const name = basename(entry.facadeModuleId).replace(/\.\w+$/, "");
    for (const id of staticModules(entry, chunks)) {
      found.set(id, (found.get(id) ?? new Set()).add(name));
    }
  }
  return (moduleId) => found.get(moduleId) ?? new Set();
}

function staticModules(
  entry: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
): string[] {
  const files = new Set([entry.fileName]);
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    chunk?.imports.forEach((name) => files.add(name));
  }
  return chunks
    .filter(({ fileName }) => files.has(fileName))
    .flatMap(({ moduleIds }) => moduleIds);
}

function isSharedAmong(entries: readonly string[]): Chunk["holds"] {
  return (neededBy) => entries.filter((name) => neededBy.has(name)).length > 1;
}

function isSubset(some: ReadonlySet<string>, all: readonly string[]): boolean {
  return [...some].every((name) => all.includes(name));
}
