/**
 * Kept apart from the app's texts, because the page without JavaScript cannot run the app. The
 * build inserts them; see tools/site/noScript.ts.
 */
export const noScript = {
  title: "Gully Cypher needs JavaScript",
  reason:
    "Beats, votes and recording run in your browser. Allow JavaScript for this site, then open the page again.",
  browsers: (versions: string) =>
    `It works in these browsers or newer: ${versions}.`,
};
