/** A small app written to a folder as plain modules, and a runtime that runs it. For tests. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../src/values/convexJson.ts";
import { ANYONE } from "../../src/runtime/contract/callers.ts";
import type {
  Caller,
  DeployedComponent,
  DeployedFunction,
  Deployment,
  FileStore,
  FunctionCall,
  FunctionRuntime,
  LiveResult,
  Outcome,
  Publication,
  RuntimeOptions,
} from "../../src/runtime/contract/runtime.ts";
import { createRuntime } from "../../src/runtime/main/createRuntime.ts";

/** Component path -> module path -> source. `schema.js`, `crons.js` and `http.js` are known. */
export type AppSource = Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

/** `library`: the address of Convex's library as one file. */
const NAMES = {
  "convex/server":
    "queryGeneric as query, mutationGeneric as mutation, actionGeneric as action, internalQueryGeneric as internalQuery, internalMutationGeneric as internalMutation, internalActionGeneric as internalAction, httpActionGeneric as httpAction, httpRouter, cronJobs, defineSchema, defineTable, makeFunctionReference, createFunctionHandle, componentsGeneric, log",
  "convex/values": "v, ConvexError",
};

const prelude = (library: string) => `
import { ${Object.values(NAMES)
  .join(", ")
  .replaceAll(/\w+ as /g, "")} } from "${library}";
const f = makeFunctionReference;
const components = componentsGeneric();
`;

export class TestApp {
  readonly dataDir: string;
  readonly #folder: string;
  readonly #options: Partial<RuntimeOptions>;
  #runtime: FunctionRuntime | null = null;
  #deployments = 0;
  readonly publications: Publication[] = [];
  readonly files = new MemoryFiles();

  private constructor(folder: string, options: Partial<RuntimeOptions>) {
    this.#folder = folder;
    this.#options = options;
    this.dataDir = join(folder, "data");
  }

  static async start(
    source: AppSource,
    options: Partial<RuntimeOptions> = {},
  ): Promise<TestApp> {
    const folder = await mkdtemp(join(tmpdir(), "functions-"));
    const app = new TestApp(folder, options);
    await app.boot();
    await app.push(source);
    return app;
  }

  get runtime(): FunctionRuntime {
    if (this.#runtime === null) throw new Error("The app does not run.");
    return this.#runtime;
  }

  async boot(): Promise<void> {
    const options: RuntimeOptions = {
      dataDir: this.dataDir,
      appRoot: this.#folder,
      cloudUrl: "http://127.0.0.1:1",
      siteUrl: "http://127.0.0.1:2",
      isProduction: false,
      // A busy machine may need most of this time. Tests of the time limits set their own.
      functionTimeoutMs: 60_000,
      actionTimeoutMs: 60_000,
      functionMemoryMib: 256,
      systemQueriesModule: await this.#writeSystemQueries(),
      ...this.#options,
    };
    this.#runtime = await createRuntime(options, this.files);
    this.#runtime.onPublication((publication) => {
      this.publications.push(publication);
    });
  }

  async push(source: AppSource): Promise<Deployment> {
    this.#deployments += 1;
    const root = join(this.#folder, `deployment${this.#deployments}`);
    const deployment = await writeDeployment(root, source);
    await this.runtime.activate(deployment);
    return deployment;
  }

  async restart(): Promise<void> {
    await this.runtime.close();
    await this.boot();
  }

  async stop(): Promise<void> {
    await this.#runtime?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async query(path: string, args: ConvexJsonObject = {}): Promise<ConvexJson> {
    return valueOf(await this.runtime.runQuery(callOf(path, args)));
  }

  async mutation(
    path: string,
    args: ConvexJsonObject = {},
  ): Promise<ConvexJson> {
    return valueOf(await this.runtime.runMutation(callOf(path, args)));
  }

  async action(path: string, args: ConvexJsonObject = {}): Promise<ConvexJson> {
    return valueOf(await this.runtime.runAction(callOf(path, args)));
  }

  /** The latest result that has been published for a subscription. */
  latest(liveId: number): LiveResult | undefined {
    return this.publications
      .flatMap(({ updates }) => updates)
      .findLast((update) => update.liveId === liveId)?.result;
  }

  latestValue(liveId: number): ConvexJson | undefined {
    const latest = this.latest(liveId);
    return latest && valueOf(latest);
  }

  async #writeSystemQueries(): Promise<string> {
    const file = join(this.#folder, "systemQueries.mjs");
    await writeFile(
      file,
      `export const systemQueries = { "_system/tables:default": (transaction, database, args, component) => database.tables(component) };`,
    );
    return pathToFileURL(file).href;
  }
}

export function callOf(
  path: string,
  args: ConvexJsonObject = {},
  caller: Caller = ANYONE,
): FunctionCall {
  return { component: "", path, args, caller };
}

export function valueOf(outcome: Outcome): ConvexJson {
  if (!outcome.ok) throw new Error(outcome.errorMessage);
  // A function's result is always Convex-JSON.
  return JSON.parse(outcome.valueJson) as ConvexJson;
}

/** Waits until `check` returns a value that is not empty; the test's own timeout ends the wait. */
export async function eventually<T>(
  check: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  for (;;) {
    const found = await check();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

class MemoryFiles implements FileStore {
  readonly bytes = new Map<string, Uint8Array>();

  async write(bytes: Uint8Array) {
    const uuid = randomUUID();
    this.bytes.set(uuid, bytes);
    const sha256Hex = createHash("sha256").update(bytes).digest("hex");
    return { uuid, sha256Hex, sizeBytes: bytes.length };
  }

  async read(uuid: string) {
    const bytes = this.bytes.get(uuid);
    return bytes ? Uint8Array.from(bytes) : null;
  }

  async remove(uuids: readonly string[]) {
    for (const uuid of uuids) this.bytes.delete(uuid);
  }
}

async function writeDeployment(
  root: string,
  source: AppSource,
): Promise<Deployment> {
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "package.json"), '{"type":"module"}');
  await symlink(nodeModules(), join(root, "node_modules"));
  const library = join(root, "convex.js");
  await writeFile(library, await bundledLibrary());
  const components: DeployedComponent[] = [];
  const schemas: [string, ConvexJson][] = [];
  for (const [path, modules] of Object.entries(source)) {
    const folder = join(root, path === "" ? "app" : `component-${path}`);
    const component = await writeComponent(
      folder,
      path,
      modules,
      source,
      library,
    );
    components.push(component.deployed);
    schemas.push([path, component.schema]);
  }
  return {
    id: root,
    root,
    components,
    schemas,
    authProviders: [],
    hasHttpRouter: "http.js" in (source[""] ?? {}),
    httpRoutes: [],
    record: null,
  };
}

async function writeComponent(
  folder: string,
  path: string,
  modules: Readonly<Record<string, string>>,
  source: AppSource,
  library: string,
): Promise<{ deployed: DeployedComponent; schema: ConvexJson }> {
  const deployed: DeployedComponent["modules"][number][] = [];
  let schema: ConvexJson = null;
  let crons: DeployedComponent["crons"] = [];
  for (const [name, text] of Object.entries(modules)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, prelude(pathToFileURL(library).href) + text);
    const exports = (await import(pathToFileURL(file).href)) as Record<
      string,
      { export?(): string } & Partial<Record<string, unknown>>
    >;
    if (name === "schema.js") {
      schema = JSON.parse(exports.default?.export?.() ?? "null") as ConvexJson;
      continue;
    }
    if (name === "crons.js") {
      const specs = JSON.parse(exports.default?.export?.() ?? "{}") as Record<
        string,
        ConvexJsonObject
      >;
      crons = Object.entries(specs);
      continue;
    }
    deployed.push({
      path: name,
      file,
      environment: text.includes("use node") ? "node" : "isolate",
      functions: Object.entries(exports).flatMap(([exportName, exported]) =>
        describeFunction(exportName, exported),
      ),
    });
  }
  const children = Object.keys(source)
    .filter((other) => other !== "" && dirname(`/${other}`) === `/${path}`)
    .map((child) => [child.split("/").at(-1) ?? "", child] as const);
  return {
    schema,
    deployed: {
      path,
      definitionPath: path,
      children: Object.fromEntries(children),
      modules: deployed,
      crons,
    },
  };
}

function describeFunction(
  name: string,
  exported: Partial<Record<string, unknown>>,
): DeployedFunction[] {
  const types = {
    isQuery: "Query",
    isMutation: "Mutation",
    isAction: "Action",
  } as const;
  for (const [mark, udfType] of Object.entries(types)) {
    if (!exported[mark]) continue;
    const visibility = exported.isPublic ? "public" : "internal";
    return [{ name, udfType, visibility, args: "", returns: "" }];
  }
  return [];
}

let library: Promise<string> | null = null;

/** Bundles Convex's library as the CLI does, so that workers read one file instead of a hundred. */
function bundledLibrary(): Promise<string> {
  const from = { resolveDir: import.meta.dirname };
  const contents = Object.entries(NAMES)
    .map(([name, exported]) => `export { ${exported} } from "${name}";`)
    .join("");
  library ??= build({
    stdin: { contents, ...from },
    bundle: true,
    format: "esm",
    platform: "browser",
    minify: true,
    write: false,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  return library;
}

function nodeModules(): string {
  return join(import.meta.dirname, "../../../node_modules");
}
