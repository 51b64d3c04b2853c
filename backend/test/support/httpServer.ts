/** A real HTTP server whose runtime answers from memory. */
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Admission, type CallerLimits } from "../../src/admission/admission.ts";
import { TokenVerifier } from "../../src/auth/tokenVerifier.ts";
import { DiskFileStore } from "../../src/files/diskFileStore.ts";
import { FileHost } from "../../src/routes/fileHost.ts";
import { StorageRoutes } from "../../src/routes/storageRoutes.ts";
import type {
  Deployment,
  FunctionCall,
  HttpActionRequest,
  Outcome,
  StoredFile,
  UploadTokenCheck,
} from "../../src/runtime/contract/runtime.ts";
import { AdminRoutes } from "../../src/routes/adminRoutes.ts";
import { BodyIntake } from "../../src/http/bodyIntake.ts";
import { FunctionRoutes } from "../../src/routes/functionRoutes.ts";
import { HttpActionRoutes } from "../../src/routes/httpActionRoutes.ts";
import { Health } from "../../src/routes/health.ts";
import { Metrics } from "../../src/routes/metrics.ts";
import { RequestHandler } from "../../src/routes/requestHandler.ts";
import { StaticSite } from "../../src/routes/staticSite.ts";

export const adminKey = `embedded|${"0123456789abcdef".repeat(4)}`;
const goodToken = "good";

const okOutcome: Outcome = {
  ok: true,
  valueJson: '{"a":1}',
  logLines: ["[LOG] 'x'"],
};

class TestRuntime {
  publishedTs = "7";
  readonly environment = {};
  readonly calls: FunctionCall[] = [];
  readonly httpRequests: HttpActionRequest[] = [];
  readonly departures: (AbortSignal | undefined)[] = [];
  readonly files = new Map<string, StoredFile>();
  outcome: Outcome = okOutcome;
  httpActionText = "hello";
  registers = true;
  /** Function calls and HTTP actions wait for this promise. */
  gate: Promise<void> = Promise.resolve();
  readonly deployment = {
    authProviders: [],
    httpRoutes: [
      { method: "GET", path: "/.well-known/jwks.json" },
      { method: "POST", pathPrefix: "/api/auth/" },
    ],
    // The handlers use no other fields.
  } as unknown as Deployment;

  readonly runQuery = (call: FunctionCall) => this.#run(call);
  readonly runAction = (call: FunctionCall) => this.#run(call);
  readonly runAny = (call: FunctionCall) => this.#run(call);
  readonly runMutation = async (call: FunctionCall) => ({
    ...(await this.#run(call)),
    ts: "8",
  });

  async runHttpAction(request: HttpActionRequest, departure?: AbortSignal) {
    this.httpRequests.push(request);
    this.departures.push(departure);
    await this.gate;
    return {
      status: 201,
      headers: [
        ["content-type", "text/plain"],
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ] as [string, string][],
      body: Buffer.from(this.httpActionText),
    };
  }

  ping: () => Promise<void> = () => Promise.resolve();

  checkUploadToken(token: string): UploadTokenCheck {
    const [name, nonce = ""] = token.split(" ");
    return name === goodToken
      ? { ok: true, component: "", nonce, expiresAt: Date.now() + 60_000 }
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
    await this.gate;
    return this.outcome;
  }
}

const callerLimits: CallerLimits = {
  maxArgumentBytes: 1_000,
  held: { perAddress: 100_000, total: 200_000 },
  answers: { perAddress: 100_000, total: 200_000 },
  maxQueriesPerSession: 10,
  maxQueriesPerAddress: 10,
  maxQueriesPerAccount: 10,
  maxPendingRequests: 10,
  maxPendingBytes: 10_000,
  minBodyBytesPerSecond: 0,
  bodyWindowMs: 5_000,
};

export async function makeServer(
  limits: Partial<CallerLimits> = {},
  maxHttpActionBytes = 1_000,
) {
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
  const site = new StaticSite(join(dir, "site"), {
    apiOrigin: "http://api.example",
  });
  const anonymous = { ...callerLimits, ...limits };
  const admission = new Admission({ anonymous, identified: anonymous });
  const intake = new BodyIntake(admission);
  const storage = new StorageRoutes(runtime, files, {
    maxUploadBytes: 100_000,
  });
  const handler = new RequestHandler({
    functions: new FunctionRoutes(runtime, intake),
    admin: new AdminRoutes(
      { "POST /api/echo": async ({ body }) => body },
      {},
      tokens,
      intake,
      { maxBodyBytes: 10_000 },
    ),
    storage,
    fileHost: new FileHost("http://files.example", storage),
    httpActions: new HttpActionRoutes(runtime, intake, {
      siteUrl,
      maxBodyBytes: maxHttpActionBytes,
    }),
    site: () => site,
    metrics: new Metrics({ sync_sessions: () => 3 }),
    health: new Health(() => runtime.ping(), 100),
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
  const { port } = server.address() as AddressInfo; // A TCP server has a port.
  const url = `http://127.0.0.1:${port}`;
  const request = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, init);
  return {
    runtime,
    admission,
    logged,
    port,
    storageDir: join(dir, "storage"),
    request,
    post: (path: string, json: unknown, headers: Record<string, string> = {}) =>
      request(path, { method: "POST", body: JSON.stringify(json), headers }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(dir, { recursive: true });
    },
  };
}
