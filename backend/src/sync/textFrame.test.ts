import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { encodeTextFrame } from "./textFrame.ts";

test("frames of every length class arrive intact between frames written by ws", async () => {
  const texts = [0, 1, 125, 126, 65_535, 65_536, 200_000]
    .map((length) => "é".repeat(length / 2) + "a".repeat(length % 2))
    .flatMap((text) => [text, "between"]);
  const http = createServer();
  const server = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, socket, head) => {
    server.handleUpgrade(request, socket, head, (webSocket) => {
      for (const text of texts) {
        if (text === "between") webSocket.send(text);
        else socket.write(encodeTextFrame(text));
      }
    });
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  const { port } = http.address() as AddressInfo; // A TCP server has a port.
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  try {
    const received: string[] = [];
    await new Promise<void>((resolve) => {
      client.on("message", (data: Buffer) => {
        received.push(data.toString());
        if (received.length === texts.length) resolve();
      });
    });
    expect(received).toEqual(texts);
  } finally {
    client.terminate();
    http.closeAllConnections();
    http.close();
  }
});
