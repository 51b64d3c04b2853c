/** `npm run codegen`: writes `convex/_generated` with the official CLI and a backend for the moment. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAppOptions } from "./appOptions.ts";
import { localUrl, startBackend } from "./backend.ts";
import { runCli } from "./convexCli.ts";

const root = join(import.meta.dirname, "..");
const dataDir = await mkdtemp(join(tmpdir(), "codegen-"));
try {
  const environment = { PORT: "0", DATA_DIR: dataDir };
  const options = parseAppOptions(environment, root);
  const server = await startBackend(options, (line) => console.error(line));
  try {
    const { port, adminKey } = server;
    const url = localUrl(options.backend.host, port);
    // The only command without --env-file; this key is worth nothing afterwards.
    const target = ["--url", url, "--admin-key", adminKey];
    console.log(
      await runCli(root, ["codegen", "--typecheck=disable", ...target]),
    );
  } finally {
    await server.close();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
