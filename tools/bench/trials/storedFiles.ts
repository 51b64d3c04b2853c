import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "../load/load.ts";
import { runningServer, startScript, startServer } from "../systems.ts";
import type { RunningServer, Setting } from "../setting.ts";
import type { Figures, Trial } from "./trial.ts";

const UPLOADS = 30;
const FILE_BYTES = 10_000_000;
const LARGE_RANGE_BYTES = 1 << 20;
const SMALL_RANGE_BYTES = 1 << 16;

const uploadUrls = makeFunctionReference<
  "mutation",
  { count: number },
  string[]
>("files:uploadUrls");
const fileUrl = makeFunctionReference<
  "query",
  { storageId: string },
  string | null
>("files:url");

export const storedFiles: Trial = {
  name: "storedFiles",
  floor: "raw node:http: sha256, fsync, rename; a file stream for a range",
  lines: [
    {
      title: "Uploads of 10 MB, hashed and synced",
      figure: "uploadMegabytesPerSecond",
      unit: "MB/s",
      aim: { of: "ratio", atLeast: 0.8 },
    },
    {
      title: "Reads of ranges of 1 MiB",
      figure: "largeRangeMegabytesPerSecond",
      unit: "MB/s",
      aim: { of: "ratio", atLeast: 0.8 },
    },
    {
      title: "Reads of ranges of 64 KiB",
      figure: "smallRangeMegabytesPerSecond",
      unit: "MB/s",
      aim: { of: "ratio", atLeast: 0.8 },
    },
  ],
  async measure(system, setting) {
    const dir = await mkdtemp(join(tmpdir(), "gully-bench-files-"));
    const { server, paths, pathOf } =
      system === "floor"
        ? await floorFiles(dir)
        : await productFiles(setting, UPLOADS + 1);
    const [first = "", ...rest] = paths;
    const pathsFile = join(dir, "paths.txt");
    await writeFile(pathsFile, rest.join("\n"));
    const path = await pathOf(await storeOne(server, first));
    const uploads = await load("upload", server, {
      paths: pathsFile,
      bytes: FILE_BYTES,
    });
    const read = (rangeBytes: number, rounds: number) =>
      load("download", server, {
        path,
        bytes: FILE_BYTES,
        "range-bytes": rangeBytes,
        rounds,
      });
    const large = await read(LARGE_RANGE_BYTES, 500);
    const small = await read(SMALL_RANGE_BYTES, 2_000);
    await server.stop();
    await rm(dir, { recursive: true, force: true });
    return figures(uploads, large, small);
  },
};

const rate = ({ megabytesPerSecond = Number.NaN }: Figures) =>
  megabytesPerSecond;

const figures = (uploads: Figures, large: Figures, small: Figures) => ({
  uploadMegabytesPerSecond: rate(uploads),
  largeRangeMegabytesPerSecond: rate(large),
  smallRangeMegabytesPerSecond: rate(small),
});

interface Files {
  readonly server: RunningServer;
  /** Paths to post uploads to, one per file. */
  readonly paths: readonly string[];
  /** Returns the path that a stored file is read from. */
  readonly pathOf: (storageId: string) => Promise<string>;
}

async function floorFiles(dir: string): Promise<Files> {
  const script = join("floor", "fileServer.ts");
  const { child, port } = await startScript(script, dir);
  return {
    server: runningServer(child, { port, beatId: "floor", dialect: "sync" }),
    paths: Array.from({ length: UPLOADS + 1 }, () => "/upload"),
    pathOf: async (storageId) => `/${storageId}`,
  };
}

async function productFiles(setting: Setting, count: number): Promise<Files> {
  const server = await startServer("product", "commit", setting);
  const client = new ConvexHttpClient(`http://127.0.0.1:${server.target.port}`);
  const urls = await client.mutation(uploadUrls, { count });
  return {
    server,
    paths: urls.map(pathAndQuery),
    pathOf: async (storageId) =>
      pathAndQuery((await client.query(fileUrl, { storageId })) ?? ""),
  };
}

function pathAndQuery(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function storeOne(
  { target }: RunningServer,
  path: string,
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${target.port}${path}`, {
    method: "POST",
    body: new Uint8Array(FILE_BYTES),
  });
  // Upload URLs always answer with this.
  const { storageId } = (await answer.json()) as { storageId: string };
  return storageId;
}
