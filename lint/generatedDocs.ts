/** The parts of the docs that are made from the list of layers and from the imports. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { houseMap } from "./houseMap.ts";
import { BACKEND, type Tree, TREES } from "./layers.ts";

/** The command that rewrites the docs. */
export const REWRITE = "npm run layers";

interface Block {
  readonly file: string;
  /** The block stands between a start mark and an end mark with this name. */
  readonly name: "layers" | "map";
  readonly text: (root: string) => string | Promise<string>;
}

const BLOCKS: readonly Block[] = [
  { file: "CONTRIBUTING.md", name: "map", text: houseMap },
  {
    file: "CONTRIBUTING.md",
    name: "layers",
    text: () => TREES.map(arrows).join("\n\n"),
  },
  { file: "backend/README.md", name: "layers", text: () => table(BACKEND) },
];

/** The docs as they are and as they should be. */
export async function generatedDocs(
  root: string,
): Promise<{ path: string; now: string; wanted: string }[]> {
  const files = [...new Set(BLOCKS.map(({ file }) => file))];
  return await Promise.all(
    files.map(async (file) => {
      const path = join(root, file);
      const now = await readFile(path, "utf8");
      let text = now;
      for (const block of BLOCKS) {
        if (block.file !== file) continue;
        text = withBlock(text, block, await block.text(root));
      }
      const options = { ...(await resolveConfig(path)), parser: "markdown" };
      return { path, now, wanted: await format(text, options) };
    }),
  );
}

export async function writeGeneratedDocs(root: string): Promise<void> {
  for (const { path, wanted } of await generatedDocs(root)) {
    await writeFile(path, wanted);
  }
}

function withBlock(now: string, { file, name }: Block, text: string): string {
  const startMark = `<!-- ${name}: made by \`${REWRITE}\` -->`;
  const start = now.indexOf(startMark);
  const end = now.indexOf(`<!-- end of ${name} -->`, start);
  if (start < 0 || end < 0) throw new Error(`${file} has no block "${name}".`);
  return `${now.slice(0, start)}${startMark}\n\n${text}\n\n${now.slice(end)}`;
}

/** One line for each layer; `.` stands for the files beside the folders. */
function arrows({ root, layers }: Tree): string {
  const lines = layers.map((layer) => Object.keys(layer).join(", "));
  return ["```", `${root}/`, ...lines.map((line) => `  ← ${line}`), "```"].join(
    "\n",
  );
}

function table({ root, layers }: Tree): string {
  const rows = layers.flatMap((layer) =>
    Object.entries(layer).map(([place, about]) => {
      const isFolder = place !== "." && !place.endsWith(".ts");
      const name = place === "." ? `${root}/*.ts` : place;
      return `| \`${name}${isFolder ? "/" : ""}\` | ${about} |`;
    }),
  );
  return ["| place | holds |", "| --- | --- |", ...rows].join("\n");
}
