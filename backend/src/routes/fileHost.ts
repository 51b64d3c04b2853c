/**
 * Serves stored files under a host name of their own, with the types they were
 * stored with, as Convex does. A stranger's page may run there, but not in the
 * app's origin. Nothing else is served under this name.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isPreflight, sendPreflight, setCorsHeaders } from "../http/cors.ts";
import { HttpError } from "../http/httpError.ts";
import type { StorageRoutes } from "./storageRoutes.ts";

const filePath = /^\/api\/storage\/([^/?]+)(?:\?|$)/;

export class FileHost {
  readonly #host: string;
  readonly #storage: Pick<StorageRoutes, "download">;

  constructor(origin: string, storage: Pick<StorageRoutes, "download">) {
    this.#host = new URL(origin).host;
    this.#storage = storage;
  }

  /** Returns true if the request is for this host. */
  isAskedBy({ headers }: IncomingMessage): boolean {
    return headers.host?.toLowerCase() === this.#host;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    setCorsHeaders(response);
    if (isPreflight(request)) {
      sendPreflight(response);
      return;
    }
    const uuid = filePath.exec(request.url ?? "")?.[1];
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (uuid === undefined || !isRead) {
      throw new HttpError(404, "NotFound", "Only stored files are here.");
    }
    // A service worker would stay in the browser and could answer requests for
    // other people's files.
    if (request.headers["service-worker"] !== undefined) {
      throw new HttpError(403, "Forbidden", "Stored files cannot be workers.");
    }
    await this.#storage.download(request, response, uuid, { asStored: true });
  }
}
