import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { RemoteService } from "./compatCase.ts";

/** Starts a server on 127.0.0.1 that stands in for a remote service. */
export async function startLocalServer(
  answer: RequestListener,
  variablesOf: (url: string) => Record<string, string>,
): Promise<RemoteService> {
  const server = createServer(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    variables: variablesOf(`http://127.0.0.1:${port}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
