/**
 * Reads module code into a syntax tree with scopes, and answers questions about the
 * tree.
 */
import { type AnyNode, parse, type Program } from "acorn";
import { analyze, type ScopeManager } from "eslint-scope";

export type { AnyNode } from "acorn";

export interface Syntax {
  readonly program: Program;
  /**
   * False for CommonJS: the code has no imports or exports but uses `require`,
   * `module` or `exports`.
   */
  readonly isModule: boolean;
  readonly scopes: ScopeManager;
  /** Every node, parents first. */
  readonly nodes: readonly AnyNode[];
  readonly parentOf: (node: object) => AnyNode | undefined;
}

const COMMON_JS = new Set(["require", "module", "exports"]);

/** @throws SyntaxError */
export function readSyntax(source: string): Syntax {
  const program = parseEither(source);
  const parents = new Map<object, AnyNode>();
  const nodes: AnyNode[] = [];
  collect(program, parents, nodes);
  const scopes = analyze(
    // acorn makes ESTree, which eslint-scope describes with types of its own.
    program as never,
    {
      ecmaVersion: 2024,
      sourceType: program.sourceType,
      // Without this, a direct `eval` would leave every name of the module
      // unresolved.
      ignoreEval: true,
    },
  );
  return {
    program,
    isModule: program.sourceType === "module" && !isCommonJs(program, scopes),
    scopes,
    nodes,
    parentOf: (node) => parents.get(node),
  };
}

function parseEither(source: string): Program {
  const options = { ecmaVersion: "latest", ranges: true } as const;
  try {
    return parse(source, { ...options, sourceType: "module" });
  } catch (error) {
    try {
      return parse(source, {
        ...options,
        sourceType: "script",
        allowReturnOutsideFunction: true,
      });
    } catch {
      throw error;
    }
  }
}

function isCommonJs(program: Program, scopes: ScopeManager): boolean {
  const isModule = program.body.some(({ type }) => /^(Im|Ex)port/.test(type));
  if (isModule) return false;
  const free = scopes.globalScope?.through ?? [];
  return free.some(({ identifier }) => COMMON_JS.has(identifier.name));
}

function collect(
  node: AnyNode,
  parents: Map<object, AnyNode>,
  nodes: AnyNode[],
): void {
  nodes.push(node);
  for (const child of childrenOf(node)) {
    parents.set(child, node);
    collect(child, parents, nodes);
  }
}

function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  for (const key in node) {
    // acorn's nodes are plain objects.
    const value = (node as unknown as Record<string, unknown>)[key];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value);
      continue;
    }
    for (const item of value) if (isNode(item)) children.push(item);
  }
  return children;
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    "start" in value
  );
}

const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

export function isFunction(
  node: object,
): node is Extract<AnyNode, { body: object; params: unknown }> {
  return "type" in node && FUNCTIONS.has(String(node.type));
}

/** Yields the parents of a node, innermost first. */
export function* ancestorsOf(
  { parentOf }: Syntax,
  node: object,
): Generator<AnyNode> {
  for (let at = parentOf(node); at; at = parentOf(at)) yield at;
}
