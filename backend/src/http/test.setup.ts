/** A real HTTP server around handlers whose runtime answers from memory. */
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TokenVerifier } from "../auth/tokenVerifier.ts";
import { DiskFileStore } from "../files/diskFileStore.ts";
import { StorageRoutes } from "../files/storageRoutes.ts";
import type {
  Deployment,
  FunctionCall,
  HttpActionRequest,
  Outcome,
  StoredFile,
  UploadTokenCheck,
} from "../functions/contract.ts";
import { AdminRoutes } from "./adminRoutes.ts";
import { FunctionRoutes } from "./functionRoutes.ts";
import { HttpActionRoutes } from "./httpActionRoutes.ts";
import { Metrics } from "./metrics.ts";
import { RequestHandler } from "./requestHandler.ts";
import { StaticSite } from "./staticSite.ts";

export const adminKey = "embedded|0123456789abcdef";
const goodToken = "good";

const okOutcome: Outcome = {
  ok: true,
  valueJson: '{"a":1}',
  logLines: ["[LOG] 'x'"],
};

class TestRuntime {
  publishedTs = "7";
  readonly calls: FunctionCall[] = [];
  readonly httpRequests: HttpActionRequest[] = [];
  readonly files = new Map<string, StoredFile>();
  outcome: Outcome = okOutcome;
  registers = true;
  readonly deployment = {
    authProviders: [],
    httpRoutes: [
      { method: "GET", path: "/.well-known/jwks.json" },
      { method: "POST", pathPrefix: "/api/auth/" },
    ],
    // The handlers read nothing else of it.
  } as unknown as Deployment;

  readonly runQuery = (call: FunctionCall) => this.#run(call);
  readonly runAction = (call: FunctionCall) => this.#run(call);
  readonly runAny = (call: FunctionCall) => this.#run(call);
  readonly runMutation = async (call: FunctionCall) => ({
    ...(await this.#run(call)),
    ts: "8",
  });

  async runHttpAction(request: HttpActionRequest) {
    this.httpRequests.push(request);
    return {
      status: 201,
      headers: [
        ["content-type", "text/plain"],
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ] as [string, string][],
      body: Buffer.from("hello"),
    };
  }

  checkUploadToken(token: string): UploadTokenCheck {
    return token === goodToken
      ? { ok: true, component: "" }
      : { ok: false, error: "The upload URL has expired." };
  }

  async registerFile(_: string, file: Omit<StoredFile, "storageId">) {
    if (!this.registers) throw new Error("The upload URL was used before.");
    const storageId = `id-${this.files.size}`;
    this.files.set(file.uuid, { ...file, storageId });
    return { storageId };
  }

  async findFileByUuid(uuid: string): Promise<StoredFile | null> {
    return this.files.get(uuid) ?? null;
  }

  async #run(call: FunctionCall): Promise<Outcome> {
    this.calls.push(call);
    return this.outcome;
  }
}

export async function makeServer() {
  const dir = await mkdtemp(join(tmpdir(), "http-"));
  await mkdir(join(dir, "site", "assets"), { recursive: true });
  await writeFile(join(dir, "site", "index.html"), "<!doctype html>page");
  await writeFile(join(dir, "site", "assets", "app-B4cd_f9h.js"), "1");
  const files = new DiskFileStore(join(dir, "storage"));
  await files.prepare();

  const runtime = new TestRuntime();
  const siteUrl = "http://site.example";
  const tokens = new TokenVerifier(runtime, { adminKey, siteUrl });
  const logged: string[] = [];
  const handler = new RequestHandler({
    functions: new FunctionRoutes(runtime, { maxBodyBytes: 1_000 }),
    admin: new AdminRoutes(
      { "POST /api/echo": async ({ body }) => body },
      {},
      tokens,
      { maxBodyBytes: 10_000 },
    ),
    storage: new StorageRoutes(runtime, files, { maxUploadBytes: 1_000 }),
    httpActions: new HttpActionRoutes(runtime, {
      siteUrl,
      maxBodyBytes: 1_000,
    }),
    site: new StaticSite(join(dir, "site"), {
      apiOrigin: "http://api.example",
    }),
    metrics: new Metrics({ sync_sessions: () => 3 }),
    tokens,
    addressOf: () => "192.0.2.1",
    version: "test",
    instanceName: "test",
    log: (message) => void logged.push(message),
  });
  const server = createServer((request, response) => {
    void handler.handle(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // A TCP server has one.
  const url = `http://127.0.0.1:${port}`;
  return {
    runtime,
    logged,
    port,
    storageDir: join(dir, "storage"),
    request: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(dir, { recursive: true });
    },
  };
}
