/**
 * Names the running backend in `.env.local`, so that a plain `npx convex dev`,
 * `run`, `data` or `env` in this folder reaches it. The section lies between
 * two marks and is removed when the backend stops: the CLI would keep trying a
 * server that is down, and the key should not stay in the file.
 */
import { readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { writePrivateFile } from "gully-backend/private-files";
import type { CliTarget } from "./convexCli.ts";

const BEGIN = "# The running backend, until it stops (npm start, npm run dev):";
const END = "# End of the running backend.";
/** Editors may have saved the file with the line ends of Windows. */
const SECTION = new RegExp(`${escape(BEGIN)}\r?\n[^]*?${escape(END)}(\r?\n)?`);

const URL_NAME = "CONVEX_SELF_HOSTED_URL";
const KEY_NAME = "CONVEX_SELF_HOSTED_ADMIN_KEY";
/** Variables that make the CLI choose a deployment. */
const CHOICES = ["CONVEX_DEPLOYMENT", "CONVEX_DEPLOY_KEY", URL_NAME];
const ALIVE_TIMEOUT_MS = 2_000;

export interface NamedInEnvFile {
  /**
   * Tells the person who started the backend why it is not named; null if it
   * is.
   */
  readonly warning: string | null;
  /** Removes the section again, unless someone has changed it. Never rejects. */
  readonly remove: () => Promise<void>;
}

/**
 * Writes the section. Leaves the file alone if it or `.env` names another
 * deployment. Only the CLI needs the section, so if the file cannot be read or
 * written, there is only a warning.
 */
export async function nameInEnvFile(
  root: string,
  target: Pick<CliTarget, "url" | "adminKey">,
): Promise<NamedInEnvFile> {
  try {
    return await writeSection(root, target);
  } catch (error) {
    return unnamed(`.env.local cannot be written (${reasonOf(error)})`);
  }
}

const unnamed = (reason: string): NamedInEnvFile => ({
  warning: `${reason}: \`npx convex\` in this folder does not reach this backend.`,
  remove: () => Promise.resolve(),
});

async function writeSection(
  root: string,
  target: Pick<CliTarget, "url" | "adminKey">,
): Promise<NamedInEnvFile> {
  const other = await otherDeployment(root, target.url);
  if (other !== null) return unnamed(other);
  const section = `${BEGIN}\n${URL_NAME}='${target.url}'\n${KEY_NAME}='${target.adminKey}'\n${END}\n`;
  const { rest } = divide(await readText(root, ".env.local"));
  await write(root, `${endLine(rest)}${section}`);
  const removeOwn = () =>
    remove(root, section).catch((error: unknown) => {
      console.error(
        `.env.local still holds the key of this backend, because it cannot be changed (${reasonOf(error)}).`,
      );
    });
  return { warning: null, remove: removeOwn };
}

/**
 * Returns the Convex deployment that `.env.local` chooses, or null. Running
 * `convex dev` against the embedded backend would remove that line.
 */
export async function chosenInEnvFile(root: string): Promise<string | null> {
  const { rest } = divide(await readText(root, ".env.local"));
  return parseEnv(rest).CONVEX_DEPLOYMENT ?? null;
}

/** Describes which file names another deployment; null if none does. */
async function otherDeployment(
  root: string,
  url: string,
): Promise<string | null> {
  const { section, rest } = divide(await readText(root, ".env.local"));
  const named = parseEnv(section)[URL_NAME];
  if (named !== undefined && named !== url && (await isAlive(named))) {
    return `.env.local names another running backend, ${named}`;
  }
  const texts = { ".env.local": rest, ".env": await readText(root, ".env") };
  for (const [name, text] of Object.entries(texts)) {
    const variables = parseEnv(text);
    const choice = CHOICES.find((choice) => variables[choice]);
    if (choice !== undefined) return `${name} names a deployment (${choice})`;
  }
  return null;
}

async function remove(root: string, section: string): Promise<void> {
  const { section: found, rest } = divide(await readText(root, ".env.local"));
  if (found.replaceAll("\r\n", "\n").trimEnd() !== section.trimEnd()) return;
  if (rest.trim() === "") await rm(join(root, ".env.local"));
  else await write(root, rest);
}

function divide(text: string): { section: string; rest: string } {
  const section = SECTION.exec(text)?.[0] ?? "";
  return { section, rest: text.replace(section, "") };
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

async function readText(root: string, name: string): Promise<string> {
  try {
    return await readFile(join(root, name), "utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

/** Writes the target of a symbolic link, so that the link stays. */
async function write(root: string, text: string): Promise<void> {
  const file = join(root, ".env.local");
  const found = await realpath(file).catch(() => file);
  await writePrivateFile(found, text);
}

async function isAlive(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ALIVE_TIMEOUT_MS);
    return (await fetch(`${url}/version`, { signal })).ok;
  } catch {
    return false;
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown";

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
