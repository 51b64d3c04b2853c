import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeServer } from "../../test/support/httpServer.ts";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

describe("/echo", () => {
  const echo = (init: RequestInit) =>
    world.request("/echo", { method: "POST", ...init });

  test("returns a body of any size as a download", async () => {
    const body = randomBytes(5 * 1024 * 1024);
    const response = await echo({ body });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(
      "application/octet-stream",
    );
    expect(response.headers.get("content-disposition")).toBe("attachment");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(body.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  test("refuses a body whose declared length is over the limit before reading it", async () => {
    const socket = connect(world.port, "127.0.0.1");
    socket.write(
      `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 26 + 1}\r\n\r\n`,
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  test("cuts off a body without a declared length once it exceeds the limit", async () => {
    const piece = Buffer.alloc(2 ** 24);
    let sentPieces = 0;
    const body = ReadableStream.from(
      (function* () {
        while (sentPieces < 20) {
          sentPieces += 1;
          yield piece;
        }
      })(),
    );
    const init = { body, duplex: "half" } as RequestInit;
    await expect(
      echo(init).then((response) => response.arrayBuffer()),
    ).rejects.toThrow();
    expect(sentPieces).toBeLessThan(20);
  });
});
