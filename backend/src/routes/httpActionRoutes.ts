/**
 * Runs the app's HTTP actions for requests that match a route of its router.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type {
  Caller,
  FunctionRuntime,
  HttpActionRequest,
  HttpActionResponse,
} from "../runtime/contract/runtime.ts";
import { Places } from "../admission/places.ts";
import type { BodyIntake } from "../http/bodyIntake.ts";
import { requirePlace } from "../http/requirePlace.ts";
import { closeUnread } from "../http/responses.ts";
import { type SharedAnswer, SharedAnswers } from "./sharedAnswers.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type ActionRuntime = Pick<
  FunctionRuntime,
  "deployment" | "environment" | "publishedTs" | "runHttpAction"
>;

/**
 * The most HTTP actions that run or wait for their turn at a time. Each waiting
 * one keeps its headers in memory.
 */
const MOST_AT_ONCE = { perAddress: 500, total: 2_000, reserved: 500 };
/**
 * The most requests whose bodies have not arrived. They are counted separately,
 * because anyone can hold a body back.
 */
const MOST_ARRIVING = { perAddress: 500, total: 2_000, reserved: 1_000 };

const gzipAsync = promisify(gzip);
const LEAST_FREED_BYTES = 64 * 1024;
const LEAST_COMPRESSED_BYTES = 1_024;
const textType = /^(text\/|application\/(json|xml|javascript)|image\/svg)/i;

/** Headers that concern a single connection, or that the server sets itself. */
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

export class HttpActionRoutes {
  readonly #runtime: ActionRuntime;
  readonly #intake: BodyIntake;
  readonly #options: { siteUrl: string; maxBodyBytes: number };
  readonly #running = new Places(MOST_AT_ONCE);
  readonly #arriving = new Places(MOST_ARRIVING);
  readonly #shared: SharedAnswers;

  constructor(
    runtime: ActionRuntime,
    intake: BodyIntake,
    options: { siteUrl: string; maxBodyBytes: number },
  ) {
    this.#runtime = runtime;
    this.#shared = new SharedAnswers(runtime, gzipAsync);
    this.#intake = intake;
    this.#options = options;
  }

  handles(method: string, path: string): boolean {
    const routed = method === "HEAD" ? "GET" : method;
    const routes = this.#runtime.deployment?.httpRoutes ?? [];
    return routes.some(
      (route) =>
        route.method === routed &&
        ("path" in route
          ? route.path === path
          : path.startsWith(route.pathPrefix)),
    );
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    caller: () => Promise<Caller>,
  ): Promise<void> {
    const shared = isRead(request) ? this.#shared.find(request) : null;
    if (shared !== null) return send(request, response, shared);
    const sender = await caller();
    const run = async (body: HttpActionRequest["body"]) => {
      if (!sender.isAdmin) requirePlace(this.#running, sender);
      await this.#running.hold(sender, () =>
        this.#answer(request, response, url, { caller: sender, body }),
      );
    };
    // For these methods, an action's Request has no body, so nobody would read
    // one.
    if (isRead(request)) await run(null);
    else await this.#withBody(request, sender, run);
  }

  /** Counts the request as arriving until the body may be passed on. */
  async #withBody(
    request: IncomingMessage,
    sender: Caller,
    run: (body: HttpActionRequest["body"]) => Promise<void>,
  ): Promise<void> {
    if (!sender.isAdmin) requirePlace(this.#arriving, sender);
    const arrived = Promise.withResolvers<void>();
    void this.#arriving.hold(sender, () => arrived.promise);
    const { maxBodyBytes } = this.#options;
    const onBody = async (body: Buffer | ReadableStream<Bytes>) => {
      arrived.resolve();
      const isEmpty = body instanceof Uint8Array && body.length === 0;
      await run(isEmpty ? null : body);
    };
    try {
      await this.#intake.runStreaming(request, sender, maxBodyBytes, onBody);
    } finally {
      arrived.resolve();
    }
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    given: Pick<HttpActionRequest, "caller" | "body">,
  ): Promise<void> {
    const { method = "GET" } = request;
    const run = () =>
      this.#runtime.runHttpAction(
        {
          ...{ ...given, method, headers: headersOf(request) },
          url: `${this.#options.siteUrl}${url.pathname}${url.search}`,
        },
        departureOf(response),
      );
    const answer = await (isRead(request)
      ? this.#shared.answer(request, given.caller, run)
      : run());
    await send(request, response, answer);
  }
}

const isRead = ({ method }: IncomingMessage) =>
  method === "GET" || method === "HEAD";

/** Aborts when the response has been sent or its reader has left. */
function departureOf(response: ServerResponse): AbortSignal {
  const departure = new AbortController();
  if (response.destroyed) departure.abort();
  else response.once("close", () => departure.abort());
  return departure.signal;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: SharedAnswer,
): Promise<void> {
  // The request body may have failed meanwhile, and that error may have been
  // sent already.
  if (response.headersSent || response.destroyed) {
    if (answer.body instanceof ReadableStream) await answer.body.cancel();
    return;
  }
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (!connectionHeaders.has(name.toLowerCase())) {
      response.appendHeader(name, value);
    }
  }
  if (!request.complete) closeUnread(response);
  const body = await compress(request, response, answer);
  // The client may have left meanwhile, or its body may have failed.
  if (!response.headersSent) await sendBody(request, response, body);
}

function headersOf(request: IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const name = (request.rawHeaders[i] ?? "").toLowerCase();
    if (!connectionHeaders.has(name)) {
      headers.push([name, request.rawHeaders[i + 1] ?? ""]);
    }
  }
  return headers;
}

async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: HttpActionResponse["body"],
): Promise<void> {
  const hasBody = request.method !== "HEAD";
  if (body instanceof Uint8Array) {
    response.setHeader("Content-Length", body.byteLength);
    response.end(hasBody ? body : undefined, () => {
      freeWhenLarge(body);
    });
  } else if (hasBody) {
    await streamBody(response, body);
  } else {
    response.end();
    await body.cancel("A HEAD request has no body.");
  }
}

/**
 * Frees the bytes of a body that has been handed to the operating system.
 * Otherwise about 60 MiB pile up before V8 collects them.
 */
function freeWhenLarge({ byteLength, buffer }: Uint8Array<ArrayBuffer>): void {
  if (byteLength >= LEAST_FREED_BYTES && byteLength === buffer.byteLength)
    buffer.transfer(0);
}

/**
 * Compresses a text that is long enough, if the client accepts gzip. Streams
 * are not compressed, because compression would hold back their chunks.
 */
async function compress(
  request: IncomingMessage,
  response: ServerResponse,
  { body, gzipped }: SharedAnswer,
): Promise<HttpActionResponse["body"]> {
  const type = String(response.getHeader("content-type") ?? "");
  const isFit =
    body instanceof Uint8Array &&
    body.length >= LEAST_COMPRESSED_BYTES &&
    textType.test(type) &&
    !response.hasHeader("content-encoding");
  if (!isFit) return body;
  response.appendHeader("Vary", "Accept-Encoding");
  if (!acceptsGzip(request)) return body;
  const compressed = await (gzipped?.() ?? gzipAsync(body));
  if (!response.headersSent) response.setHeader("Content-Encoding", "gzip");
  return compressed;
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = String(headers["accept-encoding"] ?? "").slice(0, 1_000);
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted);
}

/**
 * Sends a streamed body as fast as the client reads it. A client that leaves
 * cancels the stream. If the stream fails, the connection is cut, because there
 * is no other way to report an error half-way.
 */
async function streamBody(
  response: ServerResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  response.flushHeaders();
  // The types of Node's own streams and of the global ones differ in name only.
  const source = Readable.fromWeb(body as NodeReadableStream);
  await pipeline(source, response).catch(() => response.destroy());
}
