import { readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StaticSite } from "./staticSite.ts";

let dir: string;
let server: Server;
let url: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "site-"));
  await writeFile(join(dir, "index.html"), "<h1>home</h1>");
  await writeFile(join(dir, "logo.svg"), "<svg/>");
  await serveSite();
});

/** Serves the site as it is now; files added later are not found. */
async function serveSite(): Promise<void> {
  const site = new StaticSite(dir, { apiOrigin: "http://localhost:1" });
  server = createServer((request, response) => {
    site.handle(request, response).catch(() => {
      response.statusCode = 404;
      response.end();
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  // A listening TCP server has a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stopServer(): void {
  server.closeAllConnections();
  server.close();
}

afterEach(async () => {
  stopServer();
  await rm(dir, { recursive: true });
});

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { accept: "text/html", ...headers } });

test("serves index.html for page addresses but not for missing files", async () => {
  expect(await (await page("/beats/1")).text()).toBe("<h1>home</h1>");
  expect((await fetch(`${url}/missing.js`)).status).toBe(404);
});

test("serves 200.html for page addresses if there is one, and index.html for /", async () => {
  stopServer();
  await writeFile(join(dir, "200.html"), "<h1>shell</h1>");
  await serveSite();
  expect(await (await page("/beats/1")).text()).toBe("<h1>shell</h1>");
  expect(await (await page("/")).text()).toBe("<h1>home</h1>");
});

test("pages of the app share no process with their opener; an `index.html` that is only the front page may", async () => {
  const policyOf = async (path: string) =>
    (await page(path)).headers.get("cross-origin-opener-policy");
  expect(await policyOf("/")).toBe("same-origin");
  expect(await policyOf("/beats/1")).toBe("same-origin");
  stopServer();
  await writeFile(join(dir, "200.html"), "<h1>shell</h1>");
  await serveSite();
  expect(await policyOf("/beats/1")).toBe("same-origin");
  expect(await policyOf("/200.html")).toBe("same-origin");
  expect(await policyOf("/")).toBeNull();
  expect(await policyOf("/index.html")).toBeNull();
});

test("allows the scripts that its pages contain, and no other inline script", async () => {
  stopServer();
  await writeFile(join(dir, "200.html"), "<script>alert(1)</script>");
  await serveSite();
  const policy = (await page("/")).headers.get("content-security-policy");
  expect(policy).toContain(
    "; script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; ",
  );
});

test.each([
  ["bytes=1-2", 206, "h1"],
  ["bytes=8-", 206, "</h1>"],
  ["bytes=90-", 416, ""],
  ["bytes=5-2", 200, "<h1>home</h1>"],
  ["bytes=5-0", 200, "<h1>home</h1>"],
  ["bytes=-3", 200, "<h1>home</h1>"],
  ["bytes=0-1,4-5", 200, "<h1>home</h1>"],
  ["lines=1-2", 200, "<h1>home</h1>"],
])("answers the range %s with %i", async (range, status, text) => {
  const response = await page("/", { range });
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(text);
});

/**
 * Headers of programs that create link previews, and of other clients that are
 * not browsers.
 */
const clients: Readonly<Record<string, Record<string, string>>> = {
  "a client without Accept": {},
  curl: { "user-agent": "curl/8.5.0", accept: "*/*" },
  WhatsApp: { "user-agent": "WhatsApp/2.24.6.77 A", accept: "*/*" },
  Telegram: { "user-agent": "TelegramBot (like TwitterBot)" },
  Facebook: {
    "user-agent":
      "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    accept: "*/*",
  },
  Twitterbot: {
    "user-agent": "Twitterbot/1.0",
    accept: "image/webp,*/*;q=0.1",
  },
  Slackbot: {
    "user-agent": "Slackbot-LinkExpanding 1.0",
    accept: "application/json;q=0.9, text/*;q=0.5",
  },
};

/** Sends a request with these headers and no others. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          body,
        }),
      );
    });
    asked.on("error", reject).end();
  });
}

describe.each(Object.entries(clients))("%s", (_, headers) => {
  test.each([
    "/",
    "/beats/1",
    "/beats/1?from=chat",
    "/profile/a%2Fb",
    "/beats/..%2F..%2Fhome",
  ])("gets the page at %s by GET and HEAD", async (path) => {
    const got = await ask("GET", path, headers);
    expect(got).toEqual({
      status: 200,
      type: "text/html;charset=utf-8",
      body: "<h1>home</h1>",
    });
    const head = await ask("HEAD", path, headers);
    expect(head).toEqual({ ...got, body: "" });
  });

  test.each([
    "/missing.js",
    "/beats/cover.png",
    "/assets/gone",
    "/api/gone",
    "/.git/config",
    "//evil.example/x",
  ])("gets no page for the missing file %s", async (path) => {
    expect((await ask("GET", path, headers)).status).toBe(404);
  });
});

test.each([
  "text/html;q=0",
  "*/*;q=0",
  "application/json",
  "image/webp",
  ";;q=,,,",
  "x".repeat(4_000),
])("a client that accepts %j gets the page", async (accept) => {
  expect((await ask("GET", "/beats/1", { accept })).status).toBe(200);
});

/** Files of the site that this process has open. */
const openFiles = () =>
  readdirSync("/proc/self/fd")
    .map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return ""; // closed in the meantime
      }
    })
    .filter((file) => file.startsWith(dir));

test("a file is closed when its reader leaves early, however early", async () => {
  stopServer();
  await writeFile(join(dir, "long.txt"), "x".repeat(8 * 1024 * 1024));
  await serveSite();
  const { port } = server.address() as AddressInfo; // it listens on a port
  const readers = Array.from({ length: 20 }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n");
    return socket;
  });
  for (const socket of readers.slice(0, 10)) socket.resetAndDestroy();
  await expect.poll(() => openFiles().length).toBe(10);
  for (const socket of readers) socket.resetAndDestroy();
  await expect.poll(openFiles).toEqual([]);
});

test("a file deleted since start-up fails one request, not the server", async () => {
  await rm(join(dir, "logo.svg"));
  await expect(
    fetch(`${url}/logo.svg`).then((response) => response.text()),
  ).rejects.toThrow();
  expect((await page("/")).status).toBe(200);
});

describe("the connection policy", () => {
  /** Returns the allowed sources for a given Host header. */
  async function connectSources(host?: string): Promise<string[]> {
    const policy = await new Promise<string>((resolve, reject) => {
      const headers = host === undefined ? {} : { host };
      request(url, { headers }, (response) => {
        response.resume();
        resolve(String(response.headers["content-security-policy"]));
      })
        .on("error", reject)
        .end();
    });
    const part = policy.split("; ").find((text) => /^connect-src /.test(text));
    return part?.split(" ").slice(1) ?? [];
  }
  const api = ["http://localhost:1", "ws://localhost:1", "wss://localhost:1"];

  test.each(["127.0.0.1:5173", "cypher.example.org", "[::1]:5173"])(
    "names the host %s that the page was opened under, and no other",
    async (host) => {
      expect(await connectSources(host)).toEqual([
        "'self'",
        ...api,
        `ws://${host}`,
        `wss://${host}`,
      ]);
    },
  );

  test.each(["x; script-src *", "*", "a b", "*.example.org", "evil.example/"])(
    "does not repeat the Host header %j",
    async (host) => {
      expect(await connectSources(host)).toEqual(["'self'", ...api]);
    },
  );
});
