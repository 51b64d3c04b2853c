/** Returns an SVG document as an address for an image. */
export const svgUrl = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg)}`;
