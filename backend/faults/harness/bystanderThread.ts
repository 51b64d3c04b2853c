/** The thread of `Bystander`. */
import { get, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { BystanderMessage, Part, Round } from "./bystander.ts";
import { History } from "./history.ts";
import { HistoryClient } from "./historyClient.ts";

const BEAT = "of a bystander";
const GAP_MS = 10;
const LIMIT_MS = 60_000;
/** How long the last round may take after `leave`. */
const LAST_MS = 20_000;

// `Bystander` passes this value.
const { url, page } = workerData as { url: string; page: string | null };
const history = new History();
const client = new HistoryClient(url, "bystander", BEAT, history);
const leaving = new AbortController();

function answerOf(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    message.setEncoding("utf8").on("data", (part: string) => (text += part));
    message.once("end", () => resolve(text));
    message.once("error", reject);
  });
}

async function read(path: string): Promise<string | null> {
  const message = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${url}${path}`, { agent: false }, resolve).once("error", reject),
  );
  await answerOf(message);
  return message.statusCode === 200 ? null : `${path} ${message.statusCode}`;
}

async function query(path: string): Promise<string> {
  const body = JSON.stringify({ path, args: { beat: BEAT } });
  const message = await new Promise<IncomingMessage>((resolve, reject) =>
    request(`${url}/api/query`, { method: "POST", agent: false }, resolve)
      .once("error", reject)
      .end(body),
  );
  return answerOf(message);
}

async function tally(): Promise<string | null> {
  const text = await query("votes:tally");
  return text.includes('"success"') ? null : `query: ${text.slice(0, 80)}`;
}

async function vote(key: string): Promise<string | null> {
  return (await client.cast(key)).refusal;
}

async function timed(n: number): Promise<Round> {
  const startedAt = Date.now();
  const began = performance.now();
  const partsMs: Partial<Record<Part, number>> = {};
  const noted = async (part: Part, asked: Promise<string | null>) => {
    const problem = await asked;
    partsMs[part] = performance.now() - began;
    return problem;
  };
  const all = Promise.allSettled([
    noted("vote", vote(`vote ${n}`)),
    noted("file", read("/page.txt")),
    noted("query", tally()),
    ...(page === null ? [] : [noted("page", read(page))]),
  ]);
  const leavingSoon = new Promise<void>((resolve) => {
    const late = () => setTimeout(resolve, LAST_MS).unref();
    if (leaving.signal.aborted) late();
    else leaving.signal.addEventListener("abort", late, { once: true });
  });
  const settled = await Promise.race([
    all,
    leavingSoon,
    sleep(LIMIT_MS, undefined, { ref: false }),
  ]);
  const problems = settled?.map((part) =>
    part.status === "fulfilled" ? part.value : String(part.reason),
  ) ?? ["no answer"];
  const tookMs = performance.now() - began;
  const problem = problems.find((text) => text !== null) ?? null;
  return { startedAt, tookMs, partsMs, problem };
}

async function finalViolations(): Promise<string[]> {
  const text = await query("votes:keys").catch(String);
  const keys = /"value":(\[.*?\])/.exec(text)?.[1];
  if (keys === undefined) return [`At the end: ${text.slice(0, 200)}`];
  // votes:keys returns strings.
  const stored = JSON.parse(keys) as string[];
  const present = new Set(stored);
  const lost = [...history.votes.values()].filter(
    ({ answer, key }) => answer !== null && !present.has(key),
  );
  const found = lost.map(({ key }) => `1: ${key} was acknowledged and is lost`);
  if (present.size < stored.length) found.push("2: votes are doubled");
  return found;
}

function tell(message: BystanderMessage): void {
  parentPort?.postMessage(message);
}

parentPort?.once("message", () => leaving.abort());
for (let n = 0; !leaving.signal.aborted; n += 1) {
  tell({ type: "round", round: await timed(n) });
  await sleep(GAP_MS);
}
tell({ type: "end", violations: await finalViolations() });
client.close();
