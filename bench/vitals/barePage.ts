/**
 * The floor of a page that scripts draw: one heading, drawn by one script as
 * heavy as all of the page's, which does nothing else.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BarePage extends AsyncDisposable {
  urlFor(scriptBytes: number): string;
}

const HTML =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
  "<title>Floor</title><div id=root></div>";

export async function startBarePage(): Promise<BarePage> {
  const server = createServer((request, response) => {
    const [, kind, size] = (request.url ?? "").split("/");
    const isScript = kind === "script";
    response.setHeader(
      "Content-Type",
      isScript ? "text/javascript" : "text/html",
    );
    response.end(
      isScript
        ? heavyScript(Number(size))
        : `${HTML}<script type="module" src="/script/${size}"></script>`,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (bytes) => `http://127.0.0.1:${port}/page/${Math.round(bytes)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Random text, so that it weighs on the wire what it says. */
function heavyScript(bytes: number): string {
  const weight = randomBytes(Math.ceil((bytes * 3) / 4)).toString("base64");
  return (
    "document.querySelector('#root').innerHTML='<h1>Drawn by a script</h1>';" +
    `globalThis.weight="${weight}";`
  );
}
