/**
 * Leaves out parts of libraries that no page runs, but that the bundler cannot recognise as unused.
 */
import type { Plugin } from "vite";

/**
 * The build writes Mantine's variables into a style sheet (themeStyle.ts), and the app uses no
 * global classes.
 */
const MANTINE_STYLES =
  /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/](MantineCssVariables|MantineClasses)[\\/]\1\.mjs$/;

const ROUTER = /react-router[\\/]dist[\\/]development[\\/][\w-]+\.mjs$/;

/**
 * React Router has no build for production. These patterns remove the names for React's developer
 * tools, and mark the calls that only make a value. The bundler can then drop forms, scroll
 * positions, servers and warnings. The last three drop what only apps with loaders have, which
 * `BrowserRouter` never runs: pages that links load ahead, and the display of a loader's errors.
 */
const LEANER: readonly (readonly [RegExp, string])[] = [
  [/^\w+\.displayName = ".*";$/gm, ""],
  [
    /= (React\d*\.(?:createContext|forwardRef|memo)\()/g,
    "= /* @__PURE__ */ $1",
  ],
  [/ENABLE_DEV_WARNINGS = true/, "ENABLE_DEV_WARNINGS = false"],
  [/return shouldPrefetch && .+ : link;$/m, "return link;"],
  [
    /let dataRouterState = dataRouterOpts\?\.state;/,
    "const dataRouterState = void 0;",
  ],
  [/^\w+\.contextType = RSC\w+;$/m, ""],
];

export function leanLibraries(): Plugin {
  // In a new version of a library, each of these may be gone.
  const missing = new Set([
    "MantineCssVariables",
    "MantineClasses",
    ...LEANER.map(([pattern]) => pattern.source),
  ]);
  const find = (name: string) => void missing.delete(name);
  return {
    name: "lean-libraries",
    apply: "build",
    load(id) {
      const [, name] = MANTINE_STYLES.exec(id) ?? [];
      if (name === undefined) return null;
      find(name);
      return `export const ${name} = () => null;`;
    },
    transform(code, id) {
      if (!ROUTER.test(id)) return null;
      return { code: leanRouter(code, find), map: null };
    },
    buildEnd(error) {
      if (error === undefined && missing.size > 0)
        throw new Error(
          `No library has what the build leaves out: ${[...missing].join(", ")}`,
        );
    },
  };
}

/** Calls `find` with each pattern that is in the code. */
export const leanRouter = (
  code: string,
  find: (pattern: string) => void,
): string =>
  LEANER.reduce((before, [pattern, text]) => {
    const after = before.replace(pattern, text);
    if (after !== before) find(pattern.source);
    return after;
  }, code);
