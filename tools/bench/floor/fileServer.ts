/**
 * Stores uploads and serves ranges with plain node:http. An upload is hashed as
 * it arrives, synced to disk and renamed into place.
 *
 * Usage: node fileServer.ts DIR
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import {
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { reportPort } from "./reportPort.ts";

const [dir = "."] = process.argv.slice(2);
let stored = 0;

async function upload(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const storageId = String(stored++);
  const path = join(dir, storageId);
  const hash = createHash("sha256");
  request.on("data", (chunk: Buffer) => hash.update(chunk));
  const file = createWriteStream(`${path}.part`, {
    flush: true,
    highWaterMark: 1 << 20,
  });
  await pipeline(request, file);
  await rename(`${path}.part`, path);
  const answer = JSON.stringify({ storageId, sha256: hash.digest("hex") });
  response.setHeader("Content-Length", answer.length);
  response.end(answer);
}

async function download(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { size } = await stat(path);
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(
    request.headers.range ?? "",
  ) ?? [null, "0", String(size - 1)];
  const [start, end] = [Number(from), Number(to)];
  response.writeHead(206, {
    "Content-Length": end - start + 1,
    "Content-Range": `bytes ${start}-${end}/${size}`,
  });
  await pipeline(createReadStream(path, { start, end }), response);
}

const server = createServer((request, response) => {
  const name = (request.url ?? "").split("/").at(-1) ?? "";
  const done =
    request.method === "POST"
      ? upload(request, response)
      : download(request, response, join(dir, name));
  done.catch(() => response.destroy());
});
reportPort(server);
