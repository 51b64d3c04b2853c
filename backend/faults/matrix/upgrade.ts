import {
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deployApp } from "../../test/support/deployApp.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { Load } from "../harness/load.ts";
import { becomes } from "../harness/resources.ts";
import { firstMessages } from "../harness/firstMessages.ts";

const APP_DIR = join(import.meta.dirname, "../app");
const PACKAGES = join(import.meta.dirname, "../../../node_modules");

export const upgrade: Fault = {
  id: "F22",
  name: "upgrades under clients of the old build",
  does: "pushes a later build of the app under load, kills the server during the push, and pushes a build whose schema does not match the data",
  passes:
    "after each kill either the old or the new build answers, never a mixture; clients of the old build get an error that names the missing function; the mismatched build changes nothing; invariants 1 to 8",
  run: upgradeUnderLoad,
};

async function upgradeUnderLoad({
  random,
  rounds,
  template,
}: Lab): Promise<Outcome> {
  const builds = await mkdtemp(join(tmpdir(), "faults-builds-"));
  try {
    const later = await laterBuild(join(builds, "later"));
    const misfit = await misfitBuild(join(builds, "misfit"));
    await using server = await FaultServer.from(template);
    const load = new Load(server, "upgrade");
    const violations: string[] = [];
    const kills = 2 * rounds;
    let done = 0;
    for (let n = 0; n < kills; n += 1) {
      await load.acknowledged(20);
      const pushing = push(server, later).catch(() => undefined);
      // Waits until the first modules arrive. Before that, only the CLI is
      // working.
      const modules = join(server.dataDir, "modules");
      const before = (await readdir(modules)).length;
      const hasBegun = async () => (await readdir(modules)).length > before;
      await becomes(hasBegun, 120_000);
      await sleep(random.below(1_500));
      await server.signal("SIGKILL");
      await pushing;
      await server.start();
      violations.push(...(await mixture(server)));
      if ((await current(server)) === "new") done += 1;
    }
    await load.acknowledged(20);
    if (
      !(await push(server, misfit).then(
        () => false,
        () => true,
      ))
    ) {
      violations.push("A schema that does not match the data was accepted.");
    }
    violations.push(...(await mixture(server)));
    const old = firstMessages(server.port, "builds:retired", {});
    await push(server, later);
    if ((await current(server)) !== "new") {
      violations.push("The later build does not answer.");
    }
    violations.push(...(await mixture(server)));
    const error = await old;
    if (done === 0 && !/Could not find (public )?function/.test(error)) {
      violations.push(`A client of the old build got: ${error.slice(-200)}`);
    }
    await load.acknowledged(20);
    await load.finish();
    violations.push(...violationsOf(load.history));
    const seen = `${done} of ${kills} pushes were through when killed; ${load.history.acknowledgedCount} acknowledged`;
    return { runs: kills + 2, seen, violations };
  } finally {
    await rm(builds, { recursive: true });
  }
}

async function copyOfApp(dir: string): Promise<string> {
  await cp(APP_DIR, dir, { recursive: true });
  await symlink(PACKAGES, join(dir, "node_modules"));
  return dir;
}

async function edit(
  dir: string,
  file: string,
  change: (text: string) => string,
): Promise<void> {
  const path = join(dir, "convex", file);
  const before = await readFile(path, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${file} was not changed.`);
  await writeFile(path, after);
}

/**
 * Makes a build that lacks one function, changes another, and adds a table with
 * an index.
 */
async function laterBuild(dir: string): Promise<string> {
  await copyOfApp(dir);
  await writeFile(
    join(dir, "convex/builds.ts"),
    `import { query } from "./builders.ts";
     export const current = query({ args: {}, handler: () => "new" });
     export const added = query({
       args: {},
       handler: async (ctx) => (await ctx.db.query("seasons").withIndex("by_year").take(1)).length,
     });`,
  );
  await edit(dir, "schema.ts", (text) =>
    text.replace(
      "  sides:",
      '  seasons: defineTable({ year: v.number() }).index("by_year", ["year"]),\n  sides:',
    ),
  );
  return dir;
}

/** Makes a build whose schema expects numbers where strings are stored. */
async function misfitBuild(dir: string): Promise<string> {
  await copyOfApp(dir);
  await edit(dir, "schema.ts", (text) =>
    text.replace("padding: v.string()", "padding: v.number()"),
  );
  return dir;
}

async function push(server: FaultServer, dir: string): Promise<void> {
  const { dataDir, url } = server;
  const adminKey = (await readFile(join(dataDir, "admin_key"), "utf8")).trim();
  await deployApp(dir, { url, adminKey, home: dataDir });
}

function current(server: FaultServer): Promise<string> {
  return server.query<string>("builds:current", {});
}

/** Checks that code and schema belong to the same build. */
async function mixture(server: FaultServer): Promise<string[]> {
  const build = await current(server);
  const answers = (path: string) =>
    server.query(path, {}).then(
      () => true,
      () => false,
    );
  const hasAdded = await answers("builds:added");
  const hasRetired = await answers("builds:retired");
  const isWhole =
    build === "new" ? hasAdded && !hasRetired : !hasAdded && hasRetired;
  return isWhole
    ? []
    : [`"${build}", added: ${hasAdded}, retired: ${hasRetired}`];
}
