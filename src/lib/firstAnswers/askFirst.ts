/**
 * Sends the page's first queries over HTTP while its code still loads. On a slow network the
 * answers arrive together with the code, several round trips before the connection for live updates
 * is open.
 */
import { questionKey } from "./questionKey";

export interface FirstQuery {
  /** Name of a public query, such as "beats:get". */
  readonly path: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface FirstQuestion {
  readonly key: string;
  /** The answer as JSON of Convex values. Never rejects; undefined if the query failed. */
  readonly answer: Promise<unknown>;
}

declare global {
  interface Window {
    /** Set by the first script for the app, which is another bundle. */
    firstQuestions?: readonly FirstQuestion[];
  }
}

/**
 * Sends the queries to the backend at `url` with the session's token, and stores them and their
 * answers on the window for the app.
 */
export function askFirst(
  url: string,
  token: string,
  queries: readonly FirstQuery[],
): readonly FirstQuestion[] {
  const questions = queries.map(({ path, args }) => ({
    key: questionKey(path, args),
    answer: ask(url, token, { path, args }),
  }));
  window.firstQuestions = questions;
  return questions;
}

// Uses promise chains, because the first script is compiled for browsers without `async`.
function ask(url: string, token: string, query: FirstQuery): Promise<unknown> {
  return fetch(`${url}/api/query`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ ...query, format: "convex_encoded_json" }),
  })
    .then((response) => response.json())
    .then((answer: { status?: unknown; value?: unknown }) =>
      answer.status === "success" ? answer.value : undefined,
    )
    .catch(() => undefined);
}
