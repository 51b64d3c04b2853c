/**
 * Kept apart from the app's texts, because without JavaScript the app cannot run. The build inserts
 * these texts; see tools/site/noScript.ts.
 */
export const noScript = {
  title: "Gully Cypher needs JavaScript",
  reason:
    "Beats, votes and recording run in your browser. Allow JavaScript for this site, then open the page again.",
  browsers: (versions: string) =>
    `It works in these browsers or newer: ${versions}.`,
};
