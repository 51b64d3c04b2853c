import { setTimeout as sleep } from "node:timers/promises";
import {
  CONNECT_MESSAGE,
  textFrame,
  upgraded,
  watchMessage,
} from "../../test/support/rawSocket.ts";

/**
 * Watches a query and returns everything the server sent until the query
 * failed, or after two minutes.
 */
export async function firstMessages(
  port: number,
  udfPath: string,
  args: object,
): Promise<string> {
  const socket = await upgraded(port);
  if (socket === null) return "refused";
  let said = "";
  const failed = new Promise<void>((resolve) => {
    socket.on("data", (data: Buffer) => {
      said += data.toString();
      if (said.includes("QueryFailed")) resolve();
    });
    socket.once("close", () => resolve());
  });
  const watch = watchMessage(udfPath, args);
  socket.write(Buffer.concat([textFrame(CONNECT_MESSAGE), textFrame(watch)]));
  await Promise.race([failed, sleep(120_000, undefined, { ref: false })]);
  socket.destroy();
  return said;
}
