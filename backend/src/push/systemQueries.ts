/**
 * The `_system/...` queries that the official CLI asks for over the socket.
 * Names, arguments and results are the CLI's; the rest of `_system` is absent.
 */
import { type Database, DatabaseError } from "../database/contract.ts";
import type { SystemQueries, SystemQuery } from "../functions/contract.ts";
import {
  readDeployment,
  readEnvironment,
} from "../functions/deploymentSettings.ts";
import { transfers } from "../functions/transferRows.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { type CheckedComponent, flattenTree } from "./componentTree.ts";
import { recordOf } from "./deploymentRecord.ts";

const listEnvironment: SystemQuery = (_transaction, database) =>
  Object.entries(readEnvironment(database)).map(([name, value]) => ({
    name,
    value,
  }));

const getEnvironment: SystemQuery = (_transaction, database, { name }) => {
  if (typeof name !== "string") return null;
  const value = readEnvironment(database)[name];
  return value === undefined ? null : { name, value };
};

/** One page: a deployment has few tables. */
const listTables: SystemQuery = (_transaction, database, _args, component) => ({
  page: userTables(database, component).map((name) => ({ name })),
  isDone: true,
  continueCursor: "_end_cursor",
});

const readTable: SystemQuery = (transaction, database, args, component) => {
  const table = requireTable(database, component, args.table);
  const { cursor, numItems } = parsePagination(args.paginationOpts);
  const page = transaction.page(component, {
    query: scan(table, args.order === "asc" ? "asc" : "desc"),
    cursor,
    endCursor: null,
    pageSize: numItems,
  });
  return {
    ...page,
    // Documents come as Convex-JSON texts.
    page: page.page.map((text) => JSON.parse(text) as ConvexJson),
  };
};

/**
 * `dev` subscribes to it after a schema failure and pushes again when it
 * changes: counting reads the whole table, the timestamp makes each result new.
 */
const watchTable: SystemQuery = (transaction, database, args, component) => {
  const table = requireTable(database, component, args.tableName);
  return {
    count: transaction.count(component, table),
    readAt: transaction.beginTs.toString(),
  };
};

const tableSize: SystemQuery = (transaction, database, args, component) => {
  const { tableName } = args;
  if (typeof tableName !== "string") throw notATable(tableName);
  return userTables(database, component).includes(tableName)
    ? transaction.count(component, tableName)
    : 0;
};

const apiSpec: SystemQuery = (_transaction, database, _args, component) => {
  const deployment = readDeployment(database);
  const deployed = deployment?.components.find(
    ({ path }) => path === component,
  );
  const functions = (deployed?.modules ?? []).flatMap((module) =>
    module.functions.map((registered) => ({
      identifier: `${module.path}:${registered.name}`,
      functionType: registered.udfType,
      visibility: { kind: registered.visibility },
      // Texts made by `exportArgs` and `exportReturns` of convex/server.
      args: JSON.parse(registered.args) as ConvexJson,
      returns: JSON.parse(registered.returns) as ConvexJson,
    })),
  );
  const routes = component === "" ? (deployment?.httpRoutes ?? []) : [];
  return [
    ...functions,
    ...routes.map((route) => ({
      functionType: "HttpAction",
      method: route.method,
      path: "path" in route ? route.path : `${route.pathPrefix}*`,
    })),
  ];
};

const listComponents: SystemQuery = (_transaction, database) => {
  const deployment = readDeployment(database);
  if (!deployment) return [];
  return flattenTree(recordOf(deployment).app)
    .filter(({ componentPath }) => componentPath !== "")
    .map((component) => describeComponent(component));
};

const latestExport: SystemQuery = (transaction) =>
  transfers(transaction).find(({ kind }) => kind === "export")?.state ?? null;

const listImports: SystemQuery = (transaction) =>
  transfers(transaction)
    .filter(({ kind }) => kind === "import")
    .map(({ transferId, state }) => ({ _id: transferId, state }));

const getImport: SystemQuery = (transaction, _database, { importId }) => {
  const found = transfers(transaction).find(
    ({ transferId }) => transferId === importId,
  );
  if (found === undefined) throw new DatabaseError("There is no such import.");
  return { _id: found.transferId, state: found.state };
};

export const systemQueries: SystemQueries = {
  "_system/cli/queryEnvironmentVariables:default": listEnvironment,
  "_system/cli/queryEnvironmentVariables:get": getEnvironment,
  "_system/cli/tables:default": listTables,
  "_system/cli/tableData:default": readTable,
  "_system/cli/queryTable:default": watchTable,
  "_system/cli/tableSize:default": tableSize,
  "_system/cli/modules:apiSpec": apiSpec,
  "_system/cli/convexUrl:cloudUrl": () => cloudUrl("CONVEX_CLOUD_URL"),
  "_system/cli/convexUrl:siteUrl": () => cloudUrl("CONVEX_SITE_URL"),
  "_system/cli/exports:getLatest": latestExport,
  "_system/cli/queryImport:list": listImports,
  "_system/cli/queryImport:default": getImport,
  "_system/frontend/components:list": listComponents,
};

function describeComponent(component: CheckedComponent): ConvexJsonObject {
  const { componentPath } = component;
  return {
    id: componentPath,
    name: componentPath.split("/").at(-1) ?? "",
    path: componentPath,
    args: {},
    state: "active",
  };
}

/** The executor's `process.env` holds what functions see. */
function cloudUrl(name: string): string {
  return process.env[name] ?? "";
}

function userTables(database: Database, component: string): string[] {
  return database.tables(component).filter((name) => !name.startsWith("_"));
}

function requireTable(
  database: Database,
  component: string,
  name: unknown,
): string {
  if (typeof name !== "string") throw notATable(name);
  if (!database.tables(component).includes(name)) throw notATable(name);
  return name;
}

function notATable(name: unknown): DatabaseError {
  const text = typeof name === "string" ? name : JSON.stringify(name);
  return new DatabaseError(`There is no table "${text}".`);
}

function parsePagination(options: ConvexJson | undefined): {
  cursor: string | null;
  numItems: number;
} {
  const { cursor, numItems } = (options ?? {}) as ConvexJsonObject;
  return {
    cursor: typeof cursor === "string" ? cursor : null,
    numItems: typeof numItems === "number" ? numItems : 100,
  };
}

function scan(table: string, order: "asc" | "desc") {
  return {
    source: { type: "FullTableScan", tableName: table, order },
    operators: [],
  };
}
