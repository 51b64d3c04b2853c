/**
 * The oldest browsers that support every feature the site needs. These features set the limit:
 * cascade layers (Chrome 99, Firefox 97, Safari 15.4), `:has` (105, 121, 15.4),
 * `dvh` (108, 101, 15.4), `AbortSignal.throwIfAborted` (100, 97, 15.4). The
 * build targets these versions, and `src/oldBrowser.js` tests for the same
 * features; change them together.
 */
export const MINIMUM_VERSIONS = {
  Chrome: "108",
  Edge: "108",
  Firefox: "121",
  Safari: "15.4",
} as const;

/** The versions as display text, the same in every language: "Chrome 108, Edge 108, …". */
export const MINIMUM_VERSIONS_TEXT = Object.entries(MINIMUM_VERSIONS)
  .map(([name, version]) => `${name} ${version}`)
  .join(", ");

/** The versions in the format of Vite's `build.target`. */
export const BUILD_TARGETS: readonly string[] = [
  ...Object.entries(MINIMUM_VERSIONS).map(
    ([name, version]) => name.toLowerCase() + version,
  ),
  `ios${MINIMUM_VERSIONS.Safari}`,
];
