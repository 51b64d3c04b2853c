/**
 * Runs `npm start`. Some people set npm's ignore-scripts for safety. Then npm
 * does not run the prestart script of package.json, and this file runs it
 * instead. If the running Node is too old, the message asks the person to start
 * again with the Node that has just been installed.
 *
 * This file may run on the shell's Node, which can be older than the project's,
 * so it is plain JavaScript.
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
