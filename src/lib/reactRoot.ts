import { type Root, createRoot } from "react-dom/client";

let root: Root | null = null;

/** One for the page: the landing page hands it over to the app. */
export function reactRoot(): Root {
  if (root !== null) return root;
  const container = document.getElementById("root");
  if (container === null) throw new Error("index.html has no #root.");
  root = createRoot(container);
  return root;
}
