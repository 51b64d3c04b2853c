/**
 * Leaves parts of libraries out that no page runs, but that their code hides from the bundler.
 */
import type { Plugin } from "vite";

/** The build writes the variables into a style sheet (themeStyle.ts), and the app uses no global classes. */
const MANTINE_STYLES =
  /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/](MantineCssVariables|MantineClasses)[\\/]\1\.mjs$/;

const ROUTER = /react-router[\\/]dist[\\/]development[\\/][\w-]+\.mjs$/;

/**
 * React Router comes without a build for production. Without the names for React's developer tools,
 * and with calls marked that only make a value, the bundler drops forms, scroll positions, servers
 * and warnings.
 */
const LEANER: readonly (readonly [RegExp, string])[] = [
  [/^\w+\.displayName = ".*";$/gm, ""],
  [
    /= (React\d*\.(?:createContext|forwardRef|memo)\()/g,
    "= /* @__PURE__ */ $1",
  ],
  [/ENABLE_DEV_WARNINGS = true/, "ENABLE_DEV_WARNINGS = false"],
];

export function leanLibraries(): Plugin {
  // A new version of a library may hide any one of these.
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
