import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import {
  type JSONValue,
  type Value,
  convexToJson,
  jsonToConvex,
} from "convex/values";
import type { FirstQuery } from "../../lib/firstAnswers/askFirst";
import { firstAnswers } from "../../lib/firstAnswers/firstAnswers";
import { questionKey } from "../../lib/firstAnswers/questionKey";
import { KeptCache } from "../../lib/kept/keptCache";
import { logFailure } from "../../lib/logFailure";

/** Room for several hundred pages. */
const MOST_BYTES = 4_000_000;
/**
 * Answers are stored at most this often, because votes may change an answer many times a second.
 */
const PERIOD_MS = 1_000;
const START = "/kept-answers/";

const answers = new KeptCache("answers", MOST_BYTES);

const urlOf = (key: string): string =>
  new URL(START + encodeURIComponent(key), window.location.origin).href;

/**
 * Stores the answers to those of `queries` that the page follows, until the returned function is
 * called. It sends no queries itself: if an answer arrived before the page asked for it, the page
 * would show votes before it knows whose they are.
 */
export function keepAnswers(
  client: ConvexReactClient,
  queries: readonly FirstQuery[],
): () => void {
  const keepers = queries.map((query) => keeperOf(client, query));
  const timer = setInterval(() => keepers.forEach((keep) => keep()), PERIOD_MS);
  return () => clearInterval(timer);
}

function keeperOf(
  client: ConvexReactClient,
  { path, args }: FirstQuery,
): () => void {
  const query = makeFunctionReference<"query", typeof args, Value>(path);
  const watch = client.watchQuery(query, args);
  const url = urlOf(questionKey(path, args));
  let kept: Value | undefined;
  return () => {
    const value = answerOf(() => watch.localQueryResult());
    if (value === undefined || value === kept) return;
    kept = value;
    const done = value === null ? answers.remove(url) : keep(url, value);
    done.catch((error: unknown) =>
      logFailure("keeping what the page shows failed", error),
    );
  };
}

/** Returns undefined while the page has no answer, or if the query fails. */
function answerOf(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function keep(url: string, value: Value): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(convexToJson(value)));
  const headers = { "Content-Length": String(body.length) };
  return answers.keep(url, new Response(body, { headers }));
}

/** Offers the stored answers of a visited page, which are shown until the server answers. */
export async function offerKeptAnswers(
  queries: readonly FirstQuery[],
): Promise<void> {
  for (const { path, args } of queries) {
    const key = questionKey(path, args);
    const answer = await answers.get(urlOf(key));
    if (!answer) continue;
    const json = (await answer.json()) as JSONValue; // written by `keep`
    firstAnswers.offer(key, jsonToConvex(json));
  }
}
