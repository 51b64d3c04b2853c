"use node";

import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { encodePng } from "./encodePng";

let ready: Promise<void> | null = null;

/**
 * Loads what `rasterise` needs. Can run while the document is still being made,
 * because most of the loading happens on other threads.
 */
export function prepareRasteriser(): Promise<void> {
  ready ??= load().catch((error: unknown) => {
    ready = null; // the next picture tries again
    throw error;
  });
  return ready;
}

/**
 * Draws an SVG document as a PNG of the document's size. The document must have
 * an opaque ground. Runs in Node.
 */
export async function rasterise(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  await prepareRasteriser();
  const drawing = new Resvg(svg);
  try {
    const image = drawing.render();
    const { width, height, pixels: rgba } = image;
    image.free(); // `rgba` is a copy
    return encodePng({ width, height, rgba });
  } finally {
    drawing.free();
  }
}

async function load() {
  const require = createRequire(import.meta.url);
  const wasm = await readFile(
    require.resolve("@resvg/resvg-wasm/index_bg.wasm"),
  );
  try {
    await initWasm(wasm);
  } catch (error) {
    // A backend may run calls in one process that share the package and nothing
    // else, so it may be initialised already.
    if (!String(error).includes("Already initialized")) throw error;
  }
}
