/**
 * `npm run codegen`: builds the style and script of the public pages, and
 * generates `convex/_generated` with the official CLI and a temporary backend.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAppOptions } from "../../launcher/appOptions.ts";
import { localUrl, startBackend } from "../../launcher/backend.ts";
import { runCli } from "../../launcher/convexCli.ts";
import { buildListenAssets, LISTEN_ASSETS } from "../site/listenAssets.ts";

const ROOT = join(import.meta.dirname, "../..");
await writeFile(join(ROOT, LISTEN_ASSETS), await buildListenAssets(ROOT));
const dataDir = await mkdtemp(join(tmpdir(), "codegen-"));
try {
  const environment = { PORT: "0", DATA_DIR: dataDir };
  const options = parseAppOptions(environment, ROOT);
  const server = await startBackend(options, (line) => console.error(line));
  try {
    const { port, adminKey } = server;
    const url = localUrl(options.backend.host, port);
    // `codegen` is the only command without --env-file. This key is worthless
    // afterwards.
    const target = ["--url", url, "--admin-key", adminKey];
    console.log(
      await runCli(ROOT, ["codegen", "--typecheck=disable", ...target]),
    );
  } finally {
    await server.close();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
