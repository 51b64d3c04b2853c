import { once } from "node:events";
import {
  createServer,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { KeySource } from "./keySource.ts";

const MEBIBYTE = 1024 * 1024;
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts an identity provider and returns its URL. */
async function startProvider(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // A TCP server has a port.
  return `http://127.0.0.1:${port}`;
}

function makeSource(timeoutMs?: number): KeySource {
  const runtime = {
    runHttpAction: () => Promise.reject(new Error("not our own address")),
  };
  return new KeySource(runtime, "http://site.example", timeoutMs);
}

/** Writes `total` bytes as fast as they are read. Stops if nobody reads. */
async function flood(response: ServerResponse, total: number) {
  const chunk = Buffer.alloc(64 * 1024, " ");
  let sent = 0;
  while (sent < total && !response.destroyed) {
    sent += chunk.length;
    if (response.write(chunk)) continue;
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([
      once(response, "drain", { signal }),
      once(response, "close", { signal }),
    ]).finally(() => settled.abort());
  }
  response.end();
  return sent;
}

test("reads the keys that the OpenID configuration names", async () => {
  const keys = [{ kty: "RSA", kid: "म" }];
  const url: string = await startProvider(({ url: path }, response) => {
    const isConfiguration = path === "/.well-known/openid-configuration";
    const json = isConfiguration ? { jwks_uri: `${url}/keys` } : { keys };
    response.end(`\uFEFF${JSON.stringify(json)}`);
  });
  expect(await makeSource().discoverKeys(url)).toEqual({ keys });
});

test.each(["/keys", "/.well-known/openid-configuration"])(
  "stops reading an answer of %s at the limit",
  async (path) => {
    const flooded = Promise.withResolvers<number>();
    const url = await startProvider((_, response) => {
      flooded.resolve(flood(response, 64 * MEBIBYTE));
    });
    const source = makeSource();
    const reading =
      path === "/keys"
        ? source.readKeys(`${url}/keys`)
        : source.discoverKeys(url);
    await expect(reading).rejects.toThrow(
      `${url}${path} answered with more than 1 MiB.`,
    );
    // The buffers of the two sockets hold a little more than the limit.
    expect(await flooded.promise).toBeLessThan(32 * MEBIBYTE);
  },
);

test("drops the connection of an answer that is an error", async () => {
  const flooded = Promise.withResolvers<number>();
  const url = await startProvider((_, response) => {
    response.statusCode = 500;
    flooded.resolve(flood(response, 64 * MEBIBYTE));
  });
  await expect(makeSource().readKeys(url)).rejects.toThrow("answered 500");
  expect(await flooded.promise).toBeLessThan(32 * MEBIBYTE);
});

test("gives up an answer that trickles in without an end", async () => {
  let answering = 0;
  const url = await startProvider((_, response) => {
    answering += 1;
    const timer = setInterval(() => response.write(" "), 20);
    response.once("close", () => {
      clearInterval(timer);
      answering -= 1;
    });
  });
  await expect(makeSource(300).readKeys(url)).rejects.toThrow(
    "took too long to answer",
  );
  // A busy machine may have given up before it sent the request.
  await expect.poll(() => answering).toBe(0);
});

test("gives both requests of a discovery one time limit", async () => {
  const url: string = await startProvider(({ url: path }, response) => {
    const json = path === "/keys" ? { keys: [] } : { jwks_uri: `${url}/keys` };
    setTimeout(() => response.end(JSON.stringify(json)), 700);
  });
  await expect(makeSource(1_000).discoverKeys(url)).rejects.toThrow(
    "took too long to answer",
  );
});
