import type { JSONWebKeySet } from "jose";
import { ANYONE } from "../functions/callers.ts";
import type {
  FunctionRuntime,
  HttpActionRequest,
} from "../functions/contract.ts";

const fetchTimeoutMs = 10_000;
const maxDocumentBytes = 1024 * 1024;

/**
 * Reads the documents of token issuers. When the issuer is this very deployment
 * the HTTP action is called in-process: no detour over a proxy or a name that may
 * not resolve from here, and no waiting for a port that is not open yet.
 */
export class KeySource {
  readonly #runtime: Pick<FunctionRuntime, "runHttpAction">;
  readonly #siteUrl: string;

  constructor(
    runtime: Pick<FunctionRuntime, "runHttpAction">,
    siteUrl: string,
  ) {
    this.#runtime = runtime;
    this.#siteUrl = withoutTrailingSlash(siteUrl);
  }

  async discoverKeys(issuer: string): Promise<JSONWebKeySet> {
    const base = withoutTrailingSlash(issuer);
    const configuration = await this.#readJson(
      `${base}/.well-known/openid-configuration`,
    );
    const { jwks_uri: jwksUri } = configuration as { jwks_uri?: unknown };
    if (typeof jwksUri !== "string") {
      throw new Error(`The OpenID configuration of ${base} has no jwks_uri.`);
    }
    return this.readKeys(jwksUri);
  }

  async readKeys(url: string): Promise<JSONWebKeySet> {
    // jose validates every key that it uses.
    const json = (await this.#readJson(url)) as JSONWebKeySet;
    if (!Array.isArray(json.keys)) {
      throw new Error(`${url} is not a JSON Web Key Set.`);
    }
    return json;
  }

  async #readJson(url: string): Promise<object> {
    const text = url.startsWith(`${this.#siteUrl}/`)
      ? await this.#readOwn(url)
      : await readForeign(url);
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
    return Buffer.from(body).toString();
  }
}

export function withoutTrailingSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}

async function readForeign(url: string): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const text = await response.text();
  if (text.length > maxDocumentBytes) throw new Error(`${url} is too long.`);
  return text;
}
