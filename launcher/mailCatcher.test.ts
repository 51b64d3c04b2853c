import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type MailCatcher, startMailCatcher } from "./mailCatcher.ts";

let dir: string;
let catcher: MailCatcher;
let port: number;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "mail-catcher-"));
  const free = { smtp: 0, web: 0 };
  catcher = await startMailCatcher(dir, free, () => undefined);
  port = Number(new URL(catcher.inboxUrl).port);
  await createTransport(catcher.smtpUrl).sendMail({
    from: "a@example.org",
    to: "b@example.org",
    subject: "Reset",
    text: "the secret link",
  });
  // SMTP confirms a mail before the inbox has read it.
  const inbox = () => ask("/email", `Host: localhost:${port}`);
  const has = async () => expect(await inbox()).toContain("the secret link");
  await vi.waitFor(has, { timeout: 60_000 });
});

afterAll(async () => {
  await catcher.stop();
  await rm(dir, { recursive: true });
});

/**
 * Sends a request with these header lines, as a browser on a foreign page
 * would.
 */
function ask(path: string, ...headers: string[]): Promise<string> {
  const isUpgrade = headers.some((header) => header.startsWith("Upgrade"));
  const lines = isUpgrade ? headers : [...headers, "Connection: close"];
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
      // An upgraded socket stays open.
      if (answer.startsWith("HTTP/1.1 101")) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  });
}

const own = () => [
  `localhost:${port}`,
  `127.0.0.1:${port}`,
  `[::1]:${port}`,
  `LOCALHOST:${port}`,
];
const foreign = () => [
  "evil.example",
  `evil.example:${port}`,
  "localhost",
  `localhost:${port + 1}`,
  `localhost.evil.example:${port}`,
  `127.0.0.2:${port}`,
  `localhost:${port}.evil.example`,
];

test("this machine's own pages and programs can read the inbox", async () => {
  for (const host of own()) {
    const answer = await ask("/email", `Host: ${host}`);
    expect(answer).toContain("200 OK");
    expect(answer).toContain("the secret link");
    expect(answer).not.toMatch(/access-control-/i);
  }
  const answer = await ask(
    "/email",
    `Host: localhost:${port}`,
    `Origin: http://localhost:${port}`,
  );
  expect(answer).toContain("the secret link");
});

describe.each(["/email", "/", "/socket.io/?EIO=4&transport=polling"])(
  "%s",
  (path) => {
    test("refuses requests to another host name", async () => {
      for (const host of foreign()) {
        const answer = await ask(path, `Host: ${host}`);
        expect(answer).toContain("403 Forbidden");
        expect(answer).not.toContain("secret");
      }
    });

    test("refuses requests from a page of another origin", async () => {
      const origins = [...foreign().map((host) => `http://${host}`), "null"];
      for (const origin of [...origins, `https://localhost:${port}`]) {
        const answer = await ask(
          path,
          `Host: localhost:${port}`,
          `Origin: ${origin}`,
        );
        expect(answer).toContain("403 Forbidden");
        expect(answer).not.toMatch(/access-control-|secret/i);
      }
    });
  },
);

describe("the socket that announces new mail", () => {
  const path = "/socket.io/?EIO=4&transport=websocket";
  const upgrade = [
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ];

  test("opens for the inbox page", async () => {
    const host = `localhost:${port}`;
    const headers = [`Host: ${host}`, `Origin: http://${host}`, ...upgrade];
    expect(await ask(path, ...headers)).toContain("101 Switching");
  });

  test("stays closed for other pages", async () => {
    for (const host of foreign()) {
      expect(await ask(path, `Host: ${host}`, ...upgrade)).toContain("403");
      const led = [`Host: localhost:${port}`, `Origin: http://${host}`];
      expect(await ask(path, ...led, ...upgrade)).toContain("403");
    }
  });
});

test("listens only on this machine", async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((found) => found?.family === "IPv4" && !found.internal);
  for (const found of outside) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, found?.address);
      socket.on("connect", () => resolve(true));
      socket.on("error", () => resolve(false));
    });
    expect(isOpen).toBe(false);
  }
});

test("stores mails readable only by their owner", async () => {
  const mails = join(dir, "mail");
  expect((await stat(mails)).mode & 0o077).toBe(0);
  expect(await readdir(mails)).not.toEqual([]);
});
