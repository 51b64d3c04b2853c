/**
 * `npm start`. npm's setting ignore-scripts, a common defence, skips what
 * package.json runs before it, so that is made up for here.
 *
 * It may run on the shell's Node, which can be older than the project's, so it
 * is plain JavaScript.
 */
const MINIMUM_NODE = [22, 13];

if (process.env.npm_config_ignore_scripts === "true") {
  await import("./bootstrap.mjs");
  if (isOld(process.versions.node)) {
    console.log(
      "\nEverything is installed. npm's setting ignore-scripts stops here: run npm start again.",
    );
    process.exit(1);
  }
}
await import("./start.ts");

/** @param {string} version */
function isOld(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minimumMajor = 0, minimumMinor = 0] = MINIMUM_NODE;
  return (
    major < minimumMajor || (major === minimumMajor && minor < minimumMinor)
  );
}
