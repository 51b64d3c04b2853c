"use node";

import { Buffer } from "node:buffer";

/**
 * The fonts of the preview pictures. Each one is loaded when a text needs it.
 * They are TrueType files in base64.
 */
const FONTS = {
  display: () => import("./fonts/display.font"),
  devanagariDigits: () => import("./fonts/devanagariDigits.font"),
  arabic: () => import("./fonts/arabic.font"),
  bengali: () => import("./fonts/bengali.font"),
  gujarati: () => import("./fonts/gujarati.font"),
  gurmukhi: () => import("./fonts/gurmukhi.font"),
  kannada: () => import("./fonts/kannada.font"),
  malayalam: () => import("./fonts/malayalam.font"),
  meeteiMayek: () => import("./fonts/meeteiMayek.font"),
  odia: () => import("./fonts/odia.font"),
  olChiki: () => import("./fonts/olChiki.font"),
  tamil: () => import("./fonts/tamil.font"),
  telugu: () => import("./fonts/telugu.font"),
} as const;

export type FontName = keyof typeof FONTS;

export async function readFont(name: FontName): Promise<Uint8Array> {
  const { default: base64 } = await FONTS[name]();
  return new Uint8Array(Buffer.from(base64, "base64"));
}
