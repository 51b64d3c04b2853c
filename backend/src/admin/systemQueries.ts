/**
 * The `_system/...` queries that the official CLI sends over the socket. Names,
 * arguments and results follow the CLI; other `_system` functions do not exist.
 */
import {
  type Database,
  DatabaseError,
  VISIBLE_SYSTEM_TABLES,
} from "../database/contract.ts";
import type {
  SystemQueries,
  SystemQuery,
} from "../runtime/contract/runtime.ts";
import {
  readDeployment,
  readEnvironment,
} from "../runtime/executor/records/deploymentSettings.ts";
import { transfers } from "../runtime/executor/records/transferRows.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { type CheckedComponent, flattenTree } from "../push/componentTree.ts";
import { recordOf } from "../push/deploymentRecord.ts";
import { BUILT_IN_VARIABLES } from "./environmentVariables.ts";

const listEnvironment: SystemQuery = (_transaction, database) =>
  Object.entries(readEnvironment(database)).map(([name, value]) => ({
    name,
    value,
  }));

/** Reads built-in variables from the `process.env` of the executor. */
const getEnvironment: SystemQuery = (_transaction, database, { name }) => {
  if (typeof name !== "string") return null;
  const value = BUILT_IN_VARIABLES.has(name)
    ? process.env[name]
    : readEnvironment(database)[name];
  return value === undefined ? null : { name, value };
};

/** Returns all tables in one page, because a deployment has few. */
const listTables: SystemQuery = (_transaction, database, _args, component) => ({
  page: userTables(database, component).map((name) => ({ name })),
  isDone: true,
  continueCursor: "_end_cursor",
});

/** A table that does not exist has no documents; the CLI says so. */
const readTable: SystemQuery = (transaction, database, args, component) => {
  const { table } = args;
  if (typeof table !== "string") throw notATable(table);
  if (!isTable(database, component, table)) {
    return { page: [], isDone: true, continueCursor: "_end_cursor" };
  }
  const { cursor, numItems } = parsePagination(args.paginationOpts);
  const page = transaction.page(component, {
    query: scan(table, args.order === "asc" ? "asc" : "desc"),
    cursor,
    endCursor: null,
    pageSize: numItems,
  });
  return {
    ...page,
    // Documents arrive as Convex JSON text.
    page: page.page.map((text) => JSON.parse(text) as ConvexJson),
  };
};

/**
 * Watches a table for `convex dev`, which subscribes after a schema failure and
 * pushes again whenever the result changes. The count makes the query read the
 * whole table, and the timestamp makes each result differ.
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
      // `exportArgs` and `exportReturns` of convex/server made these texts.
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
  if (typeof name !== "string" || !isTable(database, component, name)) {
    throw notATable(name);
  }
  return name;
}

function isTable(database: Database, component: string, name: string): boolean {
  return (
    userTables(database, component).includes(name) ||
    (VISIBLE_SYSTEM_TABLES.includes(name) && isDeployed(database, component))
  );
}

/**
 * Every deployed component has the system tables, even while they are empty.
 */
function isDeployed(database: Database, component: string): boolean {
  const components = readDeployment(database)?.components ?? [];
  return component === "" || components.some(({ path }) => path === component);
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
