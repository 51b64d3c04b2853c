/**
 * Serves the floor of a page: one heading and one script with as many bytes as
 * the page's scripts. The script only draws the heading, unless the page
 * already contains it.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BarePage extends AsyncDisposable {
  urlFor(scriptBytes: number, drawnBy: "build" | "script"): string;
}

const HTML =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
  "<title>Floor</title><div id=root>";
const HEADING = "<h1>One heading of some size</h1>";

export async function startBarePage(): Promise<BarePage> {
  const server = createServer((request, response) => {
    const [, kind, size, drawnBy] = (request.url ?? "").split("/");
    const isScript = kind === "script";
    response.setHeader(
      "Content-Type",
      isScript ? "text/javascript" : "text/html",
    );
    response.end(
      isScript
        ? heavyScript(Number(size))
        : `${HTML}${drawnBy === "build" ? HEADING : ""}</div>` +
            `<script type="module" src="/script/${size}"></script>`,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on a port, so the address is an object.
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (bytes, drawnBy) =>
      `http://127.0.0.1:${port}/page/${Math.round(bytes)}/${drawnBy}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Fills the script with random text, so that compression cannot shrink it. */
function heavyScript(bytes: number): string {
  const weight = randomBytes(Math.ceil((bytes * 3) / 4)).toString("base64");
  return (
    "document.querySelector('#root').innerHTML='" +
    HEADING +
    "';" +
    `globalThis.weight="${weight}";`
  );
}
