/**
 * Loads versions of `convex` from npm, which are installed next to the
 * components under an alias each.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as browser from "convex/browser";
import type * as values from "convex/values";
import { cacheDir } from "./cache.ts";

export interface PublishedConvex {
  readonly version: string;
  readonly ConvexHttpClient: typeof browser.ConvexHttpClient;
  readonly ConvexClient: typeof browser.ConvexClient;
  readonly ConvexError: typeof values.ConvexError;
  /** Path of the CLI's script. */
  readonly cli: string;
}

/**
 * Loads an installed version. `alias` is its name in package.json, such as
 * `convex-1-17`.
 */
export async function packageOf(alias: string): Promise<PublishedConvex> {
  const folder = join(cacheDir, "node_modules", alias);
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const require = createRequire(join(cacheDir, "package.json"));
  const { ConvexHttpClient, ConvexClient } = require(
    `${alias}/browser`,
  ) as typeof browser;
  const { ConvexError } = require(`${alias}/values`) as typeof values;
  const cli = join(folder, "bin/main.js");
  return { version, ConvexHttpClient, ConvexClient, ConvexError, cli };
}
