/**
 * Makes the fonts of the preview pictures in `convex/model/previews/fonts/`.
 * Run it by hand after changing the list below:
 *
 *     node tools/scripts/previewFonts.ts
 *
 * It installs the fonts into a temporary folder, cuts each one down to its
 * script, and writes it as a module, because the bundler of Convex functions
 * loads only modules. The second dot in their names keeps the bundler from
 * deploying each of them as a module of its own.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

interface FontSource {
  readonly package: string;
  /** Path in the package, without its extension. */
  readonly file: string;
  /** First and last code points of what is kept. */
  readonly ranges: readonly (readonly [number, number])[];
}

const TARGET = join(import.meta.dirname, "../../convex/model/previews/fonts");
const VERSION = "0.4";

/** Joiners, dandas and the dotted circle, which every Indian script uses. */
const SHARED = [
  [0x0964, 0x0965],
  [0x200c, 0x200d],
  [0x25cc, 0x25cc],
] as const;

const noto = (script: string, ...ranges: [number, number][]): FontSource => ({
  package: `noto-sans-${script}`,
  file: `700Bold/NotoSans${script.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}_700Bold`,
  ranges: [[0x20, 0x20], ...SHARED, ...ranges],
});

const SOURCES: Record<string, FontSource> = {
  display: {
    package: "teko",
    file: "700Bold/Teko_700Bold",
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0x17f],
      [0x1e00, 0x1eff],
      [0x2010, 0x203a],
      [0x20b9, 0x20b9],
      [0x0900, 0x0965],
      [0x0970, 0x097f],
      [0x1cd0, 0x1cff],
      [0xa8e0, 0xa8ff],
      ...SHARED,
    ],
  },
  // The display font draws these in the shape of Latin digits.
  devanagariDigits: {
    package: "mukta",
    file: "800ExtraBold/Mukta_800ExtraBold",
    ranges: [[0x0966, 0x096f]],
  },
  arabic: noto("arabic", [0x600, 0x6ff], [0x750, 0x77f]),
  bengali: noto("bengali", [0x980, 0x9ff]),
  gujarati: noto("gujarati", [0xa80, 0xaff]),
  gurmukhi: noto("gurmukhi", [0xa00, 0xa7f]),
  kannada: noto("kannada", [0xc80, 0xcff]),
  malayalam: noto("malayalam", [0xd00, 0xd7f]),
  meeteiMayek: noto("meetei-mayek", [0xabc0, 0xabff], [0xaae0, 0xaaff]),
  odia: noto("oriya", [0xb00, 0xb7f]),
  olChiki: noto("ol-chiki", [0x1c50, 0x1c7f]),
  tamil: noto("tamil", [0xb80, 0xbff]),
  telugu: noto("telugu", [0xc00, 0xc7f]),
};

type Subset = (
  font: Buffer,
  text: string,
  options: { targetFormat: "truetype" },
) => Promise<Buffer>;

const folder = await mkdtemp(join(tmpdir(), "preview-fonts-"));
try {
  await install(folder);
  const { default: subset } = (await import(
    createRequire(join(folder, "package.json")).resolve("subset-font")
  )) as { default: Subset }; // installed a moment ago, so its types are unknown here
  for (const [name, source] of Object.entries(SOURCES))
    await writeFont(name, source, subset);
} finally {
  await rm(folder, { recursive: true });
}

async function install(into: string) {
  await writeFile(join(into, "package.json"), "{}");
  const fonts = Object.values(SOURCES).map(
    (source) => `@expo-google-fonts/${source.package}@${VERSION}`,
  );
  const args = ["install", "--ignore-scripts", "subset-font@2.9.0", ...fonts];
  await promisify(execFile)("npm", args, { cwd: into });
}

async function writeFont(name: string, source: FontSource, subset: Subset) {
  const root = join(folder, "node_modules/@expo-google-fonts", source.package);
  const whole = await readFile(join(root, `${source.file}.ttf`));
  const font = await subset(whole, textOf(source.ranges), {
    targetFormat: "truetype",
  });
  const licence = await readFile(join(root, "LICENSE_FONT"), "utf8");
  const [owner = ""] = licence.split("\n");
  await writeFile(
    join(TARGET, `${name}.font.ts`),
    `// ${owner.trim()}\n// SIL Open Font License 1.1, see OFL.txt. Made by tools/scripts/previewFonts.ts.\nexport default "${font.toString("base64")}";\n`,
  );
  if (name === "display")
    await writeFile(join(TARGET, "OFL.txt"), licence.replace(/^.*\n+/, ""));
  console.log(`${name}: ${font.length} bytes`);
}

function textOf(ranges: FontSource["ranges"]): string {
  return ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    )
    .map((code) => String.fromCodePoint(code))
    .join("");
}
