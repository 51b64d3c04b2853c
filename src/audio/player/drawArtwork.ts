import { INK } from "../../../convex/shared/pictures/inks";
import { labelOf } from "../../../convex/shared/pictures/label";
import { stickerOf } from "../../../convex/shared/pictures/sticker";
import { svgUrl } from "../../lib/svgUrl";
import type { PictureName } from "./track";

/** Width and height in pixels; the largest size that lock screens ask for. */
export const ARTWORK_SIZE = 512;

const MARGIN = 32;

/**
 * Draws a picture as a PNG, because lock screens do not show SVG. Returns a blob address, which the
 * caller revokes, or null if the browser cannot draw it.
 */
export async function drawArtwork(name: PictureName): Promise<string | null> {
  try {
    const image = new Image();
    image.src = svgUrl(
      name.of === "beat" ? labelOf(name.id) : stickerOf(name.id),
    );
    await image.decode();
    const blob = await paint(image);
    return blob && URL.createObjectURL(blob);
  } catch {
    return null; // the lock screen shows title and names without a picture
  }
}

function paint(image: HTMLImageElement): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = ARTWORK_SIZE;
  canvas.height = ARTWORK_SIZE;
  const context = canvas.getContext("2d");
  if (context === null) return Promise.resolve(null);
  const side = ARTWORK_SIZE - 2 * MARGIN;
  context.fillStyle = INK;
  context.fillRect(0, 0, ARTWORK_SIZE, ARTWORK_SIZE);
  context.drawImage(image, MARGIN, MARGIN, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
