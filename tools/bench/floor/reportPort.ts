import type { Server } from "node:http";

/** Listens on a free port and sends `{ port }` to the parent process. */
export function reportPort(server: Server): void {
  server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
    const address = server.address();
    if (address !== null && typeof address === "object")
      process.send?.({ port: address.port });
  });
}
