import { createHash } from "node:crypto";
import { HttpError } from "../http/httpError.ts";
import { JsonFields } from "../http/jsonFields.ts";

/** The parsed body of `start_push`, as the official CLI sends it. */
export interface PushRequest {
  readonly dryRun: boolean;
  readonly definitions: readonly PushedDefinition[];
  /** Modules of the app that the live deployment already has. */
  readonly unchangedModules: readonly ModuleHash[];
}

/** One component definition. The app comes first and has the path "". */
export interface PushedDefinition {
  readonly definitionPath: string;
  /** Contents of `convex.config.js`; null for an app without components. */
  readonly definition: PushedModule | null;
  readonly dependencies: readonly string[];
  readonly schema: PushedModule | null;
  readonly modules: readonly PushedModule[];
  readonly serverVersion: string;
}

export interface PushedModule {
  /** Relative path with `/` as separator, such as `messages.js`. */
  readonly path: string;
  readonly source: string;
  readonly sourceMap: string | undefined;
  readonly environment: ModuleEnvironment;
}

export type ModuleEnvironment = "isolate" | "node";

interface ModuleHash {
  readonly path: string;
  readonly environment: ModuleEnvironment;
  readonly sha256: string;
}

/** @throws HttpError 400 if the body is malformed */
export function parsePushRequest(body: unknown): PushRequest {
  const request = new JsonFields(body, "body");
  const app = request.object("appDefinition");
  return {
    dryRun: request.boolean("dryRun"),
    definitions: [
      parseDefinition(app, "", isWhole(app) ? "functions" : "changedModules"),
      ...request
        .objects("componentDefinitions")
        .map((component) =>
          parseDefinition(
            component,
            component.string("definitionPath"),
            "functions",
          ),
        ),
    ],
    unchangedModules: isWhole(app) ? [] : parseUnchangedModules(app),
  };
}

/** Up to version 1.31, the CLI sends every module of the app each time. */
function isWhole(app: JsonFields): boolean {
  return app.has("functions");
}

function parseUnchangedModules(app: JsonFields): ModuleHash[] {
  return app.objects("unchangedModuleHashes").map((fields) => ({
    path: parsePath(fields),
    environment: parseEnvironment(fields),
    sha256: fields.string("sha256"),
  }));
}

/** Returns the hash by which the CLI recognises an unchanged module. */
export function moduleSha256(
  module: Pick<PushedModule, "source" | "sourceMap">,
): string {
  return createHash("sha256")
    .update(module.source)
    .update(module.sourceMap ?? "")
    .digest("hex");
}

function parseDefinition(
  fields: JsonFields,
  definitionPath: string,
  modulesField: string,
): PushedDefinition {
  const definition = fields.objectOrNull("definition");
  const schema = fields.objectOrNull("schema");
  return {
    definitionPath,
    definition: definition && parseModule(definition),
    dependencies: fields.strings("dependencies"),
    schema: schema && parseModule(schema),
    modules: fields.objects(modulesField).map(parseModule),
    serverVersion: fields.string("udfServerVersion"),
  };
}

function parseModule(fields: JsonFields): PushedModule {
  return {
    path: parsePath(fields),
    source: fields.string("source"),
    sourceMap: fields.optionalString("sourceMap"),
    environment: parseEnvironment(fields),
  };
}

/**
 * Reads a module path. It becomes a file name, so it must not lead out of its
 * directory.
 */
function parsePath(fields: JsonFields): string {
  const path = fields.string("path");
  const segments = path.split("/");
  const isSafe = segments.every(
    (segment) => /^[\w.-]+$/.test(segment) && !/^\.+$/.test(segment),
  );
  if (!isSafe || !path.endsWith(".js")) {
    throw new HttpError(
      400,
      "InvalidModulePath",
      `${path} is not a valid module path: use letters, digits, "_", "." and "/", ending in ".js".`,
    );
  }
  return path;
}

function parseEnvironment(fields: JsonFields): ModuleEnvironment {
  const environment = fields.string("environment");
  if (environment !== "isolate" && environment !== "node") {
    throw new HttpError(
      400,
      "BadRequest",
      `environment must be "isolate" or "node", not "${environment}".`,
    );
  }
  return environment;
}
