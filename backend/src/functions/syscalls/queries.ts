/** `ctx.db.query`: streams and pages. */
import type {
  PageRequest,
  QueryJson,
  QueryStream,
} from "../../database/contract.ts";
import type { ConvexJson, ConvexJsonObject } from "../../values/convexJson.ts";
import { assertReadable } from "./documents.ts";
import { objectArg, optionalString, type SyncSyscall } from "./syscall.ts";

/** The stream is opened by the first `next`, so that building a query reads nothing. */
export const queryStream: SyncSyscall = (call, args) => {
  const queryId = call.streams.size + 1;
  call.streams.set(queryId, parseQuery(args));
  return JSON.stringify({ queryId });
};

export const queryCleanup: SyncSyscall = (call, { queryId }) => {
  // Ids stay taken: the map's size numbers the next query.
  if (typeof queryId === "number") call.streams.set(queryId, ENDED);
  return "true";
};

const ENDED: QueryStream = { next: () => null };

const queryStreamNext: SyncSyscall = (call, { queryId }) => {
  const known = call.streams.get(Number(queryId));
  if (known === undefined) throw new Error("The query does not exist.");
  const stream =
    "next" in known ? known : call.transaction.stream(call.component, known);
  call.streams.set(Number(queryId), stream);
  const document = stream.next();
  return document === null
    ? '{"value":null,"done":true}'
    : `{"value":${document},"done":false}`;
};

const queryPage: SyncSyscall = (call, args) => {
  if (call.hasPaginated) {
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  call.hasPaginated = true;
  const journal = call.isTopLevel ? call.root.journalIn : null;
  const endCursor = optionalString(args, "endCursor") ?? journal;
  const page = call.transaction.page(call.component, {
    query: parseQuery(args),
    cursor: optionalString(args, "cursor") ?? null,
    endCursor,
    pageSize: Number(args.pageSize),
    ...bound("maximumRowsRead", args.maximumRowsRead),
    ...bound("maximumBytesRead", args.maximumBytesRead),
  });
  if (call.isTopLevel) call.root.journalOut = page.continueCursor;
  const { page: documents, ...rest } = page;
  return `{"page":[${documents.join(",")}],${JSON.stringify(rest).slice(1)}`;
};

export const querySyscalls = {
  "1.0/queryStreamNext": queryStreamNext,
  "1.0/queryPage": queryPage,
};

function bound(
  name: "maximumRowsRead" | "maximumBytesRead",
  value: ConvexJson | undefined,
): Partial<PageRequest> {
  return typeof value === "number" ? { [name]: value } : {};
}

function parseQuery(args: ConvexJsonObject): QueryJson {
  const query = objectArg(args, "query");
  const source = objectArg(query, "source");
  assertReadable(tableOf(source));
  // The database checks sources and operators itself.
  return { source, operators: query.operators as QueryJson["operators"] };
}

function tableOf(source: ConvexJsonObject): string {
  const name =
    optionalString(source, "tableName") ??
    optionalString(source, "indexName") ??
    "";
  return name.split(".")[0] ?? "";
}
