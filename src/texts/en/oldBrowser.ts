/**
 * Kept apart from the app's texts, because the app cannot run in old browsers. The build inserts
 * these texts; see tools/site/oldBrowser.ts.
 */
export const oldBrowser = {
  title: "This browser is too old for Gully Cypher",
  reason: "It lacks features that every page here is built on.",
  browsers: (versions: string) =>
    `Update it, or open this address in one of these or newer: ${versions}. On an iPhone or iPad, update iOS to 15.4 or newer.`,
};
