import { expect, test } from "vitest";
import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";
import { EmbeddedDeployments } from "./harness/embeddedDeployment.ts";

behaviours("modules", {}, [
  ...["thrown", "namespace", "error"].map((name) => ({
    title: `a module exports the name ${name}`,
    run: (d: Deployment) => d.query(`modules:${name}`),
    is: name,
  })),
  {
    title: "a function replaces each method of each web object",
    run: (d) => d.action("modules:irreplaceableInAction"),
    is: [],
  },
  {
    title: "a Node action replaces each method of each web object",
    run: (d) => d.action("modulesInNode:irreplaceableInNode"),
    is: [],
  },
  {
    title: "a function iterates a stream in its own way",
    run: (d) => d.action("modules:iteratesOwnStream"),
    is: "a verse",
  },
  {
    title: "a Node action iterates a stream in its own way",
    run: (d) => d.action("modulesInNode:iteratesOwnStream"),
    is: "a verse",
  },
]);

// Runs on the embedded backend only. convex-test runs modules in the process of the test, where
// `self` is missing and imported WebAssembly does not work.
test.each([
  ["`self` is the global object", "query", "modules:knowsSelf", true],
  ["Node actions have no `self`", "action", "modulesInNode:knowsSelf", false],
  ["a query calls imported WebAssembly", "query", "adding:inQuery", 5],
  ["an action calls imported WebAssembly", "action", "adding:inAction", 5],
] as const)("%s", async (_title, kind, path, value) => {
  await using embedded = new EmbeddedDeployments();
  expect(await embedded.open("HTTP")[kind](path)).toBe(value);
});
