/** Builds the page with the recorder's capture code and serves it with a beat. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "../../..");
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".wav": "audio/wav",
};

export interface StudioSite extends AsyncDisposable {
  readonly url: string;
}

export async function openStudioSite(beat: Buffer): Promise<StudioSite> {
  const folder = await mkdtemp(join(tmpdir(), "gully-studio-"));
  await buildPage(folder);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const send = (type: string, body: string | Buffer) =>
      response.setHeader("content-type", type).end(body);
    if (path === "/")
      return send(
        "text/html",
        '<script type="module" src="/page.js"></script>',
      );
    if (path === "/beat.wav") return send("audio/wav", beat);
    readFile(join(folder, path)).then(
      (body) => send(TYPES[extname(path)] ?? "text/plain", body),
      () => response.writeHead(404).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildPage(folder: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    worker: { format: "es" },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rollupOptions: {
        input: join(ROOT, "src/testing/studioPage.ts"),
        output: { entryFileNames: "page.js" },
      },
    },
  });
}
