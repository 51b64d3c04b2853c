/** The syscalls behind `ctx.db.query`: streams and pages. */
import type {
  PageRequest,
  QueryJson,
  QueryStream,
} from "../../../database/contract.ts";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../../values/convexJson.ts";
import type { TransactionCall } from "../../worker/callContext.ts";
import { assertReadable } from "./documents.ts";
import { RecentTexts } from "./recentTexts.ts";
import {
  finiteNumber,
  objectArg,
  optionalString,
  parseArgs,
  type SyncSyscall,
  type TextSyscall,
} from "../../worker/syscalls/syscall.ts";

const queries = new RecentTexts((text, isKept) => ({
  ...parseQuery(parseArgs(text)),
  isPassing: !isKept,
}));

/** Only the first `next` opens the stream, so building a query reads nothing. */
const queryStream: TextSyscall = (call, argsText) => {
  const queryId = call.streams.size + 1;
  call.streams.set(queryId, queries.get(argsText));
  return `{"queryId":${queryId}}`;
};

const queryCleanup: TextSyscall = (call, argsText) => {
  // Ids are never reused: the map's size numbers the next query.
  call.streams.set(queryIdOf(argsText), ENDED);
  return "true";
};

const ENDED: QueryStream = { next: () => null };

const queryStreamNext: TextSyscall = (call, argsText) => {
  const id = queryIdOf(argsText);
  const known = call.streams.get(id);
  if (known === undefined) throw new Error("The query does not exist.");
  const stream = "next" in known ? known : open(call, id, known);
  const document = stream.next();
  return document === null
    ? '{"value":null,"done":true}'
    : `{"value":${document},"done":false}`;
};

function open(call: TransactionCall, id: number, query: QueryJson) {
  const stream = call.transaction.stream(call.component, query);
  call.streams.set(id, stream);
  return stream;
}

const queryPage: SyncSyscall = (call, args) => {
  if (call.hasPaginated) {
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  call.hasPaginated = true;
  const journal = call.parent === null ? call.root.journalIn : null;
  const endCursor = optionalString(args, "endCursor") ?? journal;
  const page = call.transaction.page(call.component, {
    query: parseQuery(args),
    cursor: optionalString(args, "cursor") ?? null,
    endCursor,
    pageSize: finiteNumber(args.pageSize, "`numItems`"),
    ...bound("maximumRowsRead", args.maximumRowsRead),
    ...bound("maximumBytesRead", args.maximumBytesRead),
  });
  if (call.parent === null) call.root.journalOut = page.continueCursor;
  const { page: documents, ...rest } = page;
  return `{"page":[${documents.join(",")}],${JSON.stringify(rest).slice(1)}`;
};

export const streamSyscalls: Readonly<Record<string, TextSyscall>> = {
  "1.0/queryStream": queryStream,
  "1.0/queryStreamNext": queryStreamNext,
  "1.0/queryCleanup": queryCleanup,
};

export const querySyscalls = { "1.0/queryPage": queryPage };

const QUERY_ID = '{"queryId":';

/**
 * Parses the only argument as `convex/server` writes it, quickly, because it is
 * read for every row.
 */
function queryIdOf(argsText: string): number {
  const isPlain = argsText.startsWith(QUERY_ID);
  const id = isPlain ? Number(argsText.slice(QUERY_ID.length, -1)) : NaN;
  return Number.isNaN(id) ? Number(parseArgs(argsText).queryId) : id;
}

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
