import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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

/** The site as it is now: files that come later are not known. */
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
  // A listening TCP server has an address with a port.
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

const page = (path: string) =>
  fetch(url + path, { headers: { accept: "text/html" } });

test("an address of a page gets index.html, a missing file does not", async () => {
  expect(await (await page("/beats/1")).text()).toBe("<h1>home</h1>");
  expect((await fetch(`${url}/missing.js`)).status).toBe(404);
});

test("an address of a page gets 200.html where there is one, and / still its own", async () => {
  stopServer();
  await writeFile(join(dir, "200.html"), "<h1>shell</h1>");
  await serveSite();
  expect(await (await page("/beats/1")).text()).toBe("<h1>shell</h1>");
  expect(await (await page("/")).text()).toBe("<h1>home</h1>");
});

test("a file that is gone since the start costs one request, not the server", async () => {
  await rm(join(dir, "logo.svg"));
  await expect(
    fetch(`${url}/logo.svg`).then((response) => response.text()),
  ).rejects.toThrow();
  expect((await page("/")).status).toBe(200);
});
