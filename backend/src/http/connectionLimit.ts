import type { Server, Socket } from "node:net";
import { NetworkCounts } from "../admission/networkCounts.ts";
import { addressGroup } from "../runtime/contract/addressGroup.ts";

/**
 * Closes connections from an address group that has `maxPerAddress` already, before
 * anything is read from them. `server.maxConnections` limits all addresses
 * together, so that one could take every place.
 */
export function limitConnections(
  server: Server,
  maxPerAddress: number,
  isExempt: (address: string) => boolean,
): void {
  const counts = new NetworkCounts();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (isExempt(remoteAddress)) return;
    const group = addressGroup(remoteAddress);
    if (!counts.hasRoom(group, maxPerAddress)) {
      socket.destroy();
      return;
    }
    counts.add(group);
    socket.on("close", () => counts.remove(group));
  });
}
