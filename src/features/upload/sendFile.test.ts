import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sendFile } from "./sendFile";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "content-type");
    if (request.method === "OPTIONS") response.end();
    else answer(request, response);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Listening on a port, the address is never a path or null.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const file = new Blob([new Uint8Array(300_000)], { type: "audio/mpeg" });

test("the file arrives with its type, progress ends at 100, the id comes back", async () => {
  let received = 0;
  let type: string | undefined;
  const url = await serve((request, response) => {
    type = request.headers["content-type"];
    request.on("data", (chunk: Buffer) => (received += chunk.length));
    request.on("end", () => response.end('{"storageId":"file1"}'));
  });
  const seen: number[] = [];
  const id = await sendFile(url, file, {
    signal: new AbortController().signal,
    onProgress: (percent) => seen.push(percent),
  });
  expect(id).toBe("file1");
  expect(received).toBe(300_000);
  expect(type).toBe("audio/mpeg");
  expect(seen.at(-1)).toBe(100);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test.each([
  [500, '{"storageId":"x"}'],
  [200, "not json"],
  [200, '{"other":1}'],
])("an answer of %d with %s is a failure", async (status, body) => {
  const url = await serve((request, response) => {
    request.resume();
    request.on("end", () => {
      response.statusCode = status;
      response.end(body);
    });
  });
  await expect(
    sendFile(url, file, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }),
  ).rejects.toThrow("upload answered");
});

test("cancelling ends a request the server is still reading", async () => {
  const controller = new AbortController();
  const url = await serve((request) => {
    request.resume();
    controller.abort();
  });
  const sending = sendFile(url, file, {
    signal: controller.signal,
    onProgress: () => undefined,
  });
  await expect(sending).rejects.toMatchObject({ name: "AbortError" });
});

test("a cancelled upload does not even start", async () => {
  let requests = 0;
  const url = await serve(() => (requests += 1));
  await expect(
    sendFile(url, file, {
      signal: AbortSignal.abort(),
      onProgress: () => undefined,
    }),
  ).rejects.toMatchObject({ name: "AbortError" });
  expect(requests).toBe(0);
});
