import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { JSONWebKeySet } from "jose";
import { ANYONE } from "../runtime/contract/callers.ts";
import type {
  FunctionRuntime,
  HttpActionRequest,
} from "../runtime/contract/runtime.ts";

const lookupTimeoutMs = 10_000;
const mebibyte = 1024 * 1024;
const maxDocumentBytes = mebibyte;

/**
 * Fetches the OpenID configuration and public keys of token issuers. If the
 * issuer is this deployment, it calls the HTTP action in-process. That needs no
 * proxy, no DNS name that resolves from here and no open port.
 */
export class KeySource {
  readonly #runtime: Pick<FunctionRuntime, "runHttpAction">;
  readonly #siteUrl: string;
  readonly #timeoutMs: number;

  /** @param timeoutMs how long other servers may take for one lookup */
  constructor(
    runtime: Pick<FunctionRuntime, "runHttpAction">,
    siteUrl: string,
    timeoutMs = lookupTimeoutMs,
  ) {
    this.#runtime = runtime;
    this.#siteUrl = withoutTrailingSlash(siteUrl);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Looks up the key set of an OpenID Connect issuer. Rejects if the issuer
   * cannot be reached, is too slow or answers with too much.
   */
  async discoverKeys(issuer: string): Promise<JSONWebKeySet> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const base = withoutTrailingSlash(issuer);
    const configuration = await this.#readJson(
      `${base}/.well-known/openid-configuration`,
      signal,
    );
    const { jwks_uri: jwksUri } = configuration as { jwks_uri?: unknown };
    if (typeof jwksUri !== "string") {
      throw new Error(`The OpenID configuration of ${base} has no jwks_uri.`);
    }
    return this.readKeys(jwksUri, signal);
  }

  /** Rejects for the same reasons as `discoverKeys`. */
  async readKeys(
    url: string,
    signal = AbortSignal.timeout(this.#timeoutMs),
  ): Promise<JSONWebKeySet> {
    // jose validates each key before using it.
    const json = (await this.#readJson(url, signal)) as JSONWebKeySet;
    if (!Array.isArray(json.keys)) {
      throw new Error(`${url} is not a JSON Web Key Set.`);
    }
    return json;
  }

  async #readJson(url: string, signal: AbortSignal): Promise<object> {
    const text = url.startsWith(`${this.#siteUrl}/`)
      ? await this.#readOwn(url)
      : await readForeign(url, signal);
    const json: unknown = JSON.parse(text);
    if (typeof json !== "object" || json === null) {
      throw new Error(`${url} did not answer with a JSON object.`);
    }
    return json;
  }

  async #readOwn(url: string): Promise<string> {
    const request: HttpActionRequest = {
      method: "GET",
      url,
      headers: [],
      body: null,
      caller: ANYONE,
    };
    const { status, body } = await this.#runtime.runHttpAction(request);
    if (status !== 200) throw new Error(`${url} answered ${status}.`);
    return await new Response(body).text();
  }
}

export function withoutTrailingSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}

async function readForeign(url: string, signal: AbortSignal): Promise<string> {
  try {
    return await fetchText(url, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Error(`${url} took too long to answer.`);
  }
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}.`);
  }
  if (response.body === null) return "";
  // TypeScript declares the stream of `fetch` twice, once for browsers.
  const body = response.body as ReadableStream<Uint8Array>;
  // A body that trickles in must end in time too.
  return await readText(Readable.fromWeb(body, { signal }), url);
}

/** Stops reading and drops the connection once the text is too long. */
async function readText(stream: Readable, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxDocumentBytes) {
      throw new Error(
        `${url} answered with more than ${maxDocumentBytes / mebibyte} MiB.`,
      );
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
