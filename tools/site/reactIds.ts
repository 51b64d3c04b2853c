/**
 * Gives Mantine's components React's own ids. Mantine replaces each id with a
 * random one after the first render, even where an id is set, and that renders
 * the whole page again before anything of it is shown.
 */
import type { Plugin } from "vite";

const MANTINE_IDS = /@mantine[\\/]hooks[\\/]esm[\\/]use-id[\\/]use-id\.mjs$/;

const REACT_IDS = `
import { useId as useReactId } from "react";
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === "string" ? staticId : id;
}`;

export function reactIds(): Plugin {
  let isReplaced = false;
  return {
    name: "react-ids",
    apply: "build",
    load(id) {
      if (!MANTINE_IDS.test(id)) return null;
      isReplaced = true;
      return REACT_IDS;
    },
    buildEnd(error) {
      if (error === undefined && !isReplaced)
        throw new Error("The build found no ids of Mantine to replace.");
    },
  };
}
