/**
 * Runs `npm start`. Some people set npm's ignore-scripts for safety. npm then skips
 * what package.json runs before the start, and this file runs it instead. If the
 * Node that runs is too old, the person starts again, with the one installed now.
 *
 * It may run on the shell's Node, which can be older than the project's, so it
 * is plain JavaScript.
 */
if (process.env.npm_config_ignore_scripts === "true") {
  const { isOld } = await import("./bootstrap.mjs");
  if (isOld(process.versions.node)) {
    console.log(
      "\nEverything is installed. npm's setting ignore-scripts stops here: run npm start again.",
    );
    process.exit(1);
  }
}
await import("./start.ts");
