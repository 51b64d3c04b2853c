/**
 * Leaves parts of libraries out that no page runs, but that their code hides from the bundler.
 */
import type { Plugin } from "vite";

/** The build writes the variables and classes into a style sheet; see `themeStyle.ts`. */
const MANTINE_STYLES =
  /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/](MantineCssVariables|MantineClasses)[\\/]\1\.mjs$/;

const ROUTER = /react-router[\\/]dist[\\/]development[\\/][\w-]+\.mjs$/;

export function leanLibraries(): Plugin {
  const isFound = { styles: false, router: false };
  return {
    name: "lean-libraries",
    apply: "build",
    load(id) {
      const [, name] = MANTINE_STYLES.exec(id) ?? [];
      if (name === undefined) return null;
      isFound.styles = true;
      return `export const ${name} = () => null;`;
    },
    transform(code, id) {
      if (!ROUTER.test(id)) return null;
      const lean = leanRouter(code);
      isFound.router ||= lean !== code;
      return { code: lean, map: null };
    },
    buildEnd(error) {
      if (error === undefined && !(isFound.styles && isFound.router))
        throw new Error("The build found nothing to leave out of a library.");
    },
  };
}

/**
 * React Router comes without a build for production. Without the names for React's developer tools,
 * and with calls marked that only make a value, the bundler drops forms, scroll positions, servers
 * and warnings.
 */
export const leanRouter = (code: string): string =>
  code
    .replace(/^\w+\.displayName = ".*";$/gm, "")
    .replace(
      /= (React\d*\.(?:createContext|forwardRef|memo)\()/g,
      "= /* @__PURE__ */ $1",
    )
    .replace("ENABLE_DEV_WARNINGS = true", "ENABLE_DEV_WARNINGS = false");
