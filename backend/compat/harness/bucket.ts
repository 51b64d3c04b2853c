import { buffer } from "node:stream/consumers";
import type { RemoteService } from "./compatCase.ts";
import { startLocalServer } from "./localServer.ts";

/** Serves objects like S3: signed PUT, GET, HEAD and DELETE requests. */
export function startBucket(): Promise<RemoteService> {
  const objects = new Map<string, { body: Buffer; type: string }>();
  return startLocalServer(
    (request, response) => {
      const { pathname, searchParams } = new URL(
        request.url ?? "/",
        "http://localhost",
      );
      void buffer(request).then((body) => {
        const isSigned =
          searchParams.has("X-Amz-Signature") ||
          request.headers.authorization?.startsWith("AWS4-HMAC-SHA256");
        if (isSigned !== true) return response.writeHead(403).end();
        if (request.method === "PUT") {
          const type = request.headers["content-type"] ?? "";
          objects.set(pathname, { body, type });
          return response.writeHead(200, { ETag: '"1"' }).end();
        }
        if (request.method === "DELETE") {
          objects.delete(pathname);
          return response.writeHead(204).end();
        }
        const found = objects.get(pathname);
        if (found === undefined) return response.writeHead(404).end();
        response.writeHead(200, {
          "Content-Type": found.type,
          "Content-Length": found.body.length,
          "Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT",
        });
        return response.end(request.method === "HEAD" ? undefined : found.body);
      });
    },
    (url) => ({
      R2_BUCKET: "files",
      R2_ENDPOINT: url,
      R2_ACCESS_KEY_ID: "key",
      R2_SECRET_ACCESS_KEY: "secret",
    }),
  );
}
