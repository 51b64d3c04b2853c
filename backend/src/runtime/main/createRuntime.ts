/**
 * Starts the runtime that the network side uses. It owns the executor worker
 * and the action workers and passes messages between them. On the main thread
 * it runs no user code and opens no database.
 */
import { mkdirSync } from "node:fs";
import type {
  FileStore,
  FunctionRuntime,
  RuntimeOptions,
} from "../contract/runtime.ts";
import { MainRuntime } from "./mainRuntime.ts";
import type { TransferRuntime } from "../contract/transfer.ts";

/** Begins to start the executor before it returns its promise. */
export async function createRuntime(
  options: RuntimeOptions,
  files: FileStore,
): Promise<FunctionRuntime & TransferRuntime> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const runtime = new MainRuntime(options, files);
  await runtime.boot();
  return runtime;
}
