/**
 * Puts the newest version into service: the built site together with the
 * functions it calls. A version is refused if it does not compile or its schema
 * does not fit the data; the last good one then stays in place.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningServer } from "gully-backend";
import { writePrivateFile } from "gully-backend/private-files";
import { AdminClient } from "./adminClient.ts";
import { type BuiltSite, type SiteOptions, buildSite } from "./buildSite.ts";
import type { CliTarget } from "./convexCli.ts";
import { deployFunctions } from "./deployFunctions.ts";
import { StartError } from "./startError.ts";

/**
 * Records, next to the data, which built site matches the deployed functions.
 */
const SERVED_SITE_FILE = "served_site";

export interface Version {
  readonly root: string;
  /** The new site, or the reason it cannot be built. */
  readonly site: BuiltSite | StartError;
  /** Site directory to serve until the functions are deployed. */
  readonly firstDirectory: string;
}

/**
 * Builds the site of the newest version.
 * @throws StartError if the build fails and there is no earlier site
 */
export async function buildVersion(
  root: string,
  options: SiteOptions,
  dataDir: string,
): Promise<Version> {
  const served = await readServedSite(dataDir);
  const site = await orRefusal(() => buildSite(root, options, served));
  if (!(site instanceof StartError)) {
    return { root, site, firstDirectory: served ?? site.directory };
  }
  if (served === null) throw site;
  return { root, site, firstDirectory: served };
}

export interface Served {
  /** Directory of the site. */
  readonly directory: string;
  /**
   * Reason why the last good version is still served; null if it is the newest.
   */
  readonly refusal: StartError | null;
}

/**
 * Deploys the functions and then switches to the new site.
 * @throws StartError if the newest version is refused and there is no earlier
 * one
 */
export async function takeIntoUse(
  { root, site, firstDirectory }: Version,
  server: Pick<RunningServer, "useSite">,
  target: CliTarget,
  say: (line: string) => void,
): Promise<Served> {
  const remain = (refusal: StartError): Served => {
    say("The new version was refused; serving the last good one.");
    return { directory: firstDirectory, refusal };
  };
  if (site instanceof StartError) return remain(site);
  if (site.isNew) say("Built the site.");
  const deployed = await orRefusal(() => deployFunctions(root, target));
  if (deployed instanceof StartError) {
    if (await hasFunctions(target)) return remain(deployed);
    throw deployed;
  }
  if (deployed) say("Deployed the functions.");
  server.useSite(site.directory);
  await writeServedSite(target.dataDir, site.directory);
  return { directory: site.directory, refusal: null };
}

async function hasFunctions(target: CliTarget): Promise<boolean> {
  return (await new AdminClient(target).moduleHashes()).length > 0;
}

async function orRefusal<T>(step: () => Promise<T>): Promise<T | StartError> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
}

/**
 * Returns the directory of that site, or null if none is recorded or it no
 * longer exists.
 */
async function readServedSite(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, SERVED_SITE_FILE), "utf8").catch(
    () => "",
  );
  const directory = text.trim();
  return directory !== "" && existsSync(directory) ? directory : null;
}

async function writeServedSite(
  dataDir: string,
  directory: string,
): Promise<void> {
  if ((await readServedSite(dataDir)) === directory) return;
  await writePrivateFile(join(dataDir, SERVED_SITE_FILE), `${directory}\n`);
}
