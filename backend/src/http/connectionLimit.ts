import type { Server, Socket } from "node:net";
import { NetworkSums } from "../admission/networkSums.ts";
import { addressGroup } from "../runtime/contract/addressGroup.ts";

/**
 * Closes connections from an address group that has `maxPerAddress` already, before
 * anything is read from them. `server.maxConnections` would not do: it counts all
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
