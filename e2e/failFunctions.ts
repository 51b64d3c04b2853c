/**
 * Makes single server functions fail for one page, as a bug in them would.
 * Rewrites the messages on the page's WebSocket.
 */
import type { Page } from "@playwright/test";

/** The fields of sync messages that are used here. */
interface Message {
  readonly type: string;
  readonly requestId?: number;
  readonly udfPath?: string;
  readonly modifications?: readonly Modification[];
}

interface Modification {
  readonly type: string;
  readonly queryId: number;
  readonly udfPath?: string;
}

interface FailingFunctions {
  /** Functions that fail. */
  readonly paths: Set<string>;
  /** Functions whose next call closes the connection instead. */
  readonly cut: Set<string>;
  /** Functions that have failed at least once. */
  readonly failed: ReadonlySet<string>;
}

const INNER_TEXT = "[Request ID: 0123456789abcdef] Server Error";

/**
 * Must be called before the page is opened. Paths look like `beats:get`. The
 * returned sets may be changed while the page is open.
 */
export async function failFunctions(
  page: Page,
  ...first: string[]
): Promise<FailingFunctions> {
  const paths = new Set(first);
  const cut = new Set<string>();
  const failed = new Set<string>();
  const queries = new Map<number, string>();
  await page.routeWebSocket(/\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = parse(text);
      for (const { type, queryId, udfPath } of message.modifications ?? [])
        if (type === "Add") queries.set(queryId, name(udfPath));
      const path = name(message.udfPath);
      if (cut.delete(path)) void socket.close();
      else if (paths.has(path)) {
        failed.add(path);
        socket.send(refusal(message));
      } else server.send(text);
    });
    server.onMessage((text) => {
      const message = parse(text);
      const fails = ({ queryId }: Modification) =>
        paths.has(queries.get(queryId) ?? "");
      if (message.type !== "Transition") return socket.send(text);
      const modifications = message.modifications?.map((modification) =>
        fails(modification) ? failedQuery(modification) : modification,
      );
      socket.send(JSON.stringify({ ...message, modifications }));
    });
  });
  return { paths, cut, failed };
}

function parse(text: string | Buffer): Message {
  return JSON.parse(text.toString()) as Message; // the client sends this format
}

/** Normalises a path such as `beats.js:get` to `beats:get`. */
function name(udfPath = ""): string {
  return udfPath.replace(/\.js:/, ":");
}

function failedQuery({ queryId }: Modification) {
  return {
    type: "QueryFailed",
    queryId,
    errorMessage: INNER_TEXT,
    logLines: [],
    journal: null,
  };
}

function refusal({ type, requestId }: Message): string {
  return JSON.stringify({
    type: `${type}Response`,
    requestId,
    success: false,
    result: INNER_TEXT,
    logLines: [],
  });
}
