import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { cacheDir } from "./cache.ts";
import type { CompatCase } from "./compatCase.ts";

const root = join(import.meta.dirname, "../../..");
const tsc = join(root, "node_modules/typescript/bin/tsc");

/**
 * Type-checks the deployed apps with the types that the CLI generated. Returns
 * the compiler's output, or "" if there are no errors.
 */
export async function typeErrors(
  cases: readonly Pick<CompatCase, "component" | "app">[],
): Promise<string> {
  const config = {
    compilerOptions: {
      target: "ES2024",
      lib: ["ES2024", "DOM", "DOM.Iterable"],
      module: "ESNext",
      moduleResolution: "bundler",
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: cases.map(
      ({ component, app = component }) => `apps/${app}/convex`,
    ),
  };
  const file = join(cacheDir, "tsconfig.json");
  await writeFile(file, JSON.stringify(config));
  try {
    await promisify(execFile)(process.execPath, [tsc, "-p", file]);
    return "";
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error); // execFile adds it
  }
}
