/**
 * Handles the requests of `npx convex export` and `import`, and of `npm run
 * backup`. routes/ has already checked the admin key.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import type { TransferRuntime } from "../runtime/contract/transfer.ts";
import type { StreamRoutes } from "../http/route.ts";
import { HttpError } from "../http/httpError.ts";
import { chunksOf, readJsonBody } from "../http/requestBody.ts";
import { sendJson } from "../http/responses.ts";
import { JsonFields } from "../http/jsonFields.ts";
import { Backups } from "./backups.ts";
import { CleanCopies } from "./cleanCopies.ts";
import { SnapshotExports } from "./snapshotExports.ts";
import { ImportUploads } from "./importUploads.ts";
import { SnapshotImports } from "./snapshotImports.ts";

export type TransferSide = FunctionRuntime & TransferRuntime;

export interface TransferOptions {
  readonly dataDir: string;
  readonly log: (message: string) => void;
}

const MAX_JSON_BYTES = 1024 * 1024;

/**
 * Creates the routes. Marks transfers that the last server process left
 * unfinished as failed.
 */
export async function createTransferRoutes(
  runtime: TransferSide,
  files: DiskFileStore,
  { dataDir, log }: TransferOptions,
): Promise<StreamRoutes> {
  const directory = join(dataDir, "transfers");
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await runtime.endTransfers("The server was restarted during the transfer.");
  const uploads = new ImportUploads(directory);
  const imports = new SnapshotImports(runtime, files, log);
  const exports = new SnapshotExports(runtime, files, { directory, log });
  const copies = new CleanCopies(runtime, log);
  const backups = new Backups(copies, files, { directory, dataDir, log });
  return {
    "POST /api/export/request/zip": async (_request, response, url) => {
      await exports.start({
        includeStorage: url.searchParams.get("includeStorage") === "true",
      });
      sendJson(response, 200, {});
    },
    "GET /api/export/zip/*": async (_request, response, url) => {
      await exports.send(url.pathname.split("/").at(-1) ?? "", response);
    },
    "POST /api/import/start_upload": async (_request, response) => {
      sendJson(response, 200, { uploadToken: await uploads.start() });
    },
    "POST /api/import/upload_part": async (request, response, url) => {
      const token = url.searchParams.get("uploadToken") ?? "";
      const part = Number(url.searchParams.get("partNumber"));
      await uploads.addPart(token, part, chunksOf(request));
      sendJson(response, 200, String(part));
    },
    "POST /api/import/finish_upload": async (request, response) => {
      const body = await readJsonBody(request, MAX_JSON_BYTES);
      const fields = new JsonFields(body, "body");
      const file = await uploads.finish(fields.string("uploadToken"));
      const importId = await imports.start(file, fields.object("import"));
      sendJson(response, 200, { importId });
    },
    "POST /api/perform_import": async (request, response) => {
      const body = await readJsonBody(request, MAX_JSON_BYTES);
      const id = new JsonFields(body, "body").string("importId");
      if (!imports.confirm(id)) {
        throw new HttpError(
          400,
          "ImportExpired",
          "This import is not waiting for confirmation: run it again.",
        );
      }
      sendJson(response, 200, {});
    },
    "GET /api/backup": async (_request, response) => {
      await backups.send(response);
    },
  };
}
