/**
 * Turns the text of a module into the text of a function, so that one compiled
 * script can be evaluated in many realms. Line numbers do not change.
 *
 * The function takes `$realm` (see `ModuleHost`) and the namespaces of its
 * imports.
 */
import MagicString from "magic-string";
import { editImportsAndExports } from "./importsAndExports.ts";
import { moduleState } from "./moduleState.ts";
import { ancestorsOf, isFunction, readSyntax, type Syntax } from "./syntax.ts";

export interface ModuleText {
  readonly code: string;
  /** Number of characters before the module's own code on the first line. */
  readonly prefixLength: number;
  readonly isModule: boolean;
  /** True if the module awaits outside of functions, so its function is async. */
  readonly isAsync: boolean;
  /** Specifiers, in the order of the parameters. */
  readonly imports: readonly string[];
  /** See `moduleState`. */
  readonly state: readonly string[];
}

/** @throws SyntaxError */
export function moduleText(source: string): ModuleText {
  const syntax = readSyntax(source);
  const text = new MagicString(source);
  const { imports, head } = editImportsAndExports(syntax, text);
  const isAsync = syntax.isModule && awaitsOutsideFunctions(syntax);
  const prefix = syntax.isModule
    ? `(${isAsync ? "async " : ""}function(${moduleParameters(imports)}){"use strict";${head}`
    : "(function($realm,exports,require,module,__filename,__dirname){";
  return {
    code: `${prefix}${text.toString()}\n})`,
    prefixLength: prefix.length,
    isModule: syntax.isModule,
    isAsync,
    imports,
    state: moduleState(syntax),
  };
}

function moduleParameters(imports: readonly string[]): string {
  return ["$realm", ...imports.map((_, i) => `$import${i}`)].join();
}

function awaitsOutsideFunctions(syntax: Syntax): boolean {
  return syntax.nodes.some(
    (node) =>
      (node.type === "AwaitExpression" ||
        (node.type === "ForOfStatement" && node.await)) &&
      ![...ancestorsOf(syntax, node)].some(isFunction),
  );
}
