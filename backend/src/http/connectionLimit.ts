import type { Server, Socket } from "node:net";
import { NetworkSums } from "../admission/networkSums.ts";
import { addressGroup } from "../runtime/contract/addressGroup.ts";

/**
 * Closes a connection before anything is read from it if its address group
 * already has `maxPerAddress` connections. `server.maxConnections` counts all
 * addresses together, so a single one could take every place.
 */
export function limitConnections(
  server: Server,
  maxPerAddress: number,
  isExempt: (address: string) => boolean,
): void {
  const counts = new NetworkSums();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (isExempt(remoteAddress)) return;
    const group = addressGroup(remoteAddress);
    if (!counts.fits(group, 1, maxPerAddress)) {
      socket.destroy();
      return;
    }
    counts.add(group, 1);
    socket.on("close", () => counts.add(group, -1));
  });
}
