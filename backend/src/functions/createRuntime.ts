/**
 * The side that runs functions, as the network side sees it. It owns the
 * executor worker and the action workers and passes between them; it runs no user
 * code and touches no database itself.
 */
import { mkdir } from "node:fs/promises";
import type { FileStore, FunctionRuntime, RuntimeOptions } from "./contract.ts";
import { EmbeddedRuntime } from "./main/embeddedRuntime.ts";
import type { TransferRuntime } from "./transferContract.ts";

export async function createRuntime(
  options: RuntimeOptions,
  files: FileStore,
): Promise<FunctionRuntime & TransferRuntime> {
  await mkdir(options.dataDir, { recursive: true });
  const runtime = new EmbeddedRuntime(options, files);
  await runtime.boot();
  return runtime;
}
