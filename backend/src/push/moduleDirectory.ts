import { mkdir, open, readdir, readFile, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HttpError } from "../http/httpError.ts";
import {
  type ModuleEnvironment,
  moduleSha256,
  type PushedDefinition,
  type PushedModule,
  type PushRequest,
} from "./pushRequest.ts";

/**
 * The files of one push:
 *
 *     <root>/package.json                       ES modules
 *     <root>/node_modules -> <appRoot>/node_modules
 *     <root>/<n>/<module>.js, .js.map           definition n; the app is 0
 *     <root>/<n>/_definition/convex.config.js
 *
 * This module writes and syncs the files; other code evaluates them.
 */
export interface ModuleDirectory {
  readonly root: string;
  readonly definitions: readonly DefinitionFiles[];
  /** All modules of the app, changed and unchanged. */
  readonly appModules: readonly AppModule[];
}

export interface DefinitionFiles {
  readonly definitionPath: string;
  readonly dependencies: readonly string[];
  readonly serverVersion: string;
  readonly definitionFile: string | null;
  readonly schemaFile: string | null;
  readonly modules: readonly ModuleFile[];
}

export interface ModuleFile {
  readonly path: string;
  readonly file: string;
  readonly environment: ModuleEnvironment;
}

export interface AppModule {
  readonly path: string;
  readonly environment: ModuleEnvironment;
  readonly hash: string;
}

/**
 * The modules of the app in the live deployment. A request calls a module
 * "unchanged" if it is the same here.
 */
export interface PreviousModules {
  readonly root: string;
  readonly modules: readonly AppModule[];
}

/**
 * Writes the modules of a push into `root` and copies unchanged ones from the
 * live deployment.
 *
 * @throws HttpError 400 (RaceDetected) if an "unchanged" module has changed
 *   there
 */
export async function writeModuleDirectory(
  root: string,
  appRoot: string,
  request: PushRequest,
  previous: PreviousModules | null,
): Promise<ModuleDirectory> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await writeSynced(join(root, "package.json"), '{"type":"module"}\n');
  await symlink(join(appRoot, "node_modules"), join(root, "node_modules"));
  const unchanged = await readUnchanged(request, previous);
  const complete = request.definitions.map((definition) =>
    definition.definitionPath === ""
      ? { ...definition, modules: [...definition.modules, ...unchanged] }
      : definition,
  );
  const definitions = await Promise.all(
    complete.map((definition, index) =>
      writeDefinition(join(root, String(index)), definition),
    ),
  );
  const app = complete.find(({ definitionPath }) => definitionPath === "");
  const appModules = (app?.modules ?? []).map((module) => ({
    path: module.path,
    environment: module.environment,
    hash: moduleSha256(module),
  }));
  return { root, definitions, appModules };
}

/** Removes all directories in `modulesDir` except those to keep. */
export async function removeOtherDirectories(
  modulesDir: string,
  keep: readonly (string | undefined)[],
): Promise<void> {
  const names = await readdir(modulesDir).catch(() => []);
  const doomed = names
    .map((name) => join(modulesDir, name))
    .filter((directory) => !keep.includes(directory));
  await Promise.all(
    doomed.map((directory) => rm(directory, { recursive: true, force: true })),
  );
}

/** The app's modules are in folder 0; see `writeDefinition`. */
async function readUnchanged(
  request: PushRequest,
  previous: PreviousModules | null,
): Promise<PushedModule[]> {
  const known = new Map(
    previous?.modules.map((module) => [module.path, module]),
  );
  return await Promise.all(
    request.unchangedModules.map(async ({ path, environment, sha256 }) => {
      const module = known.get(path);
      if (!previous || module?.hash !== sha256) throw moduleRace(path);
      const file = join(previous.root, "0", path);
      return {
        path,
        environment,
        source: await readFile(file, "utf8"),
        sourceMap: await readFile(`${file}.map`, "utf8").catch(() => undefined),
      };
    }),
  );
}

/** The CLI retries after this error, with the hashes of the new deployment. */
function moduleRace(path: string): HttpError {
  return new HttpError(
    400,
    "RaceDetected",
    `The module ${path} has changed on the deployment since this push began: push again.`,
  );
}

async function writeDefinition(
  directory: string,
  pushed: PushedDefinition,
): Promise<DefinitionFiles> {
  const { definition, schema, modules } = pushed;
  const definitionFile =
    definition && join(directory, "_definition", "convex.config.js");
  const schemaFile = schema && join(directory, schema.path);
  const files = modules.map(({ path, environment }) => ({
    path,
    environment,
    file: join(directory, path),
  }));
  await Promise.all([
    definition && definitionFile && writeModule(definitionFile, definition),
    schema && schemaFile && writeModule(schemaFile, schema),
    ...modules.map((module) =>
      writeModule(join(directory, module.path), module),
    ),
  ]);
  return {
    definitionPath: pushed.definitionPath,
    dependencies: pushed.dependencies,
    serverVersion: pushed.serverVersion,
    definitionFile,
    schemaFile,
    modules: files,
  };
}

async function writeModule(file: string, module: PushedModule): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeSynced(file, module.source);
  if (module.sourceMap !== undefined) {
    await writeSynced(`${file}.map`, module.sourceMap);
  }
}

/**
 * Syncs the file to disk. Otherwise, after a power failure, the stored
 * deployment could refer to empty files.
 */
async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
