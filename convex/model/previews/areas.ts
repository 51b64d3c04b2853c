"use node";

/** A rectangle in a drawing, where y grows downwards. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Lies within every other area, and adds nothing to it. */
export const NO_AREA: Area = {
  left: Infinity,
  top: Infinity,
  right: -Infinity,
  bottom: -Infinity,
};

/** Returns the smallest area that holds both. */
export const joined = (one: Area, other: Area): Area => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

export const liesWithin = (inner: Area, outer: Area): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.right <= outer.right &&
  inner.bottom <= outer.bottom;

/** Where something is put: it is enlarged from the point (0, 0), and then moved. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export const placed = (
  { left, top, right, bottom }: Area,
  { x, y, scale }: Place,
): Area => ({
  left: x + left * scale,
  top: y + top * scale,
  right: x + right * scale,
  bottom: y + bottom * scale,
});
