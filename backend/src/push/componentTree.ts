import type { ComponentPath } from "../database/contract.ts";
import { HttpError } from "../http/httpError.ts";
import type {
  EvaluatedDefinition,
  Evaluation,
  ExportTree,
} from "./evaluation.ts";

/**
 * A mounted component, in the form that the CLI checks and generates code from.
 */
export interface CheckedComponent {
  readonly definitionPath: string;
  readonly componentPath: ComponentPath;
  readonly args: Record<string, never>;
  readonly childComponents: Readonly<Record<string, CheckedComponent>>;
  readonly httpRoutes: {
    readonly httpModuleRoutes:
      readonly { method: string; path: string }[] | null;
    readonly mounts: readonly string[];
  };
  readonly exports: Readonly<Record<string, CheckedExport>>;
}

type CheckedExport =
  | {
      readonly type: "branch";
      readonly children: Readonly<Record<string, CheckedExport>>;
    }
  | {
      readonly type: "leaf";
      readonly resource: {
        readonly type: "function";
        readonly path: { readonly component: string; readonly udfPath: string };
      };
    };

const FUNCTION_REFERENCE = "_reference/function/";

/**
 * Adds to every component definition the tree of its public functions, because the
 * definition itself does not list them. Only components need the tree, not the app.
 */
export function withPublicExports(evaluation: Evaluation): Evaluation {
  const definitions = Object.entries(evaluation.definitions).map(
    ([path, evaluated]) =>
      [path, path === "" ? evaluated : addExports(evaluated)] as const,
  );
  return { ...evaluation, definitions: Object.fromEntries(definitions) };
}

/**
 * Builds the tree of mounted components: the app at the root, and one component
 * for each `use()`.
 *
 * @throws HttpError 400 for a missing definition or a duplicate name
 */
export function buildComponentTree(evaluation: Evaluation): CheckedComponent {
  return mount(evaluation.definitions, "", "");
}

/** Lists the components of the tree, each before its children. */
export function flattenTree(root: CheckedComponent): CheckedComponent[] {
  return [root, ...Object.values(root.childComponents).flatMap(flattenTree)];
}

function mount(
  definitions: Evaluation["definitions"],
  definitionPath: string,
  componentPath: ComponentPath,
): CheckedComponent {
  const evaluated = definitions[definitionPath];
  if (!evaluated) {
    throw new HttpError(
      400,
      "MissingComponent",
      `The component "${componentPath}" has no definition in this push.`,
    );
  }
  const { definition, functions } = evaluated;
  const children = definition.childComponents.map(({ name, path }) => {
    const childPath = componentPath === "" ? name : `${componentPath}/${name}`;
    return [name, mount(definitions, path, childPath)] as const;
  });
  const byName = Object.fromEntries(children);
  if (Object.keys(byName).length < children.length) {
    throw new HttpError(
      400,
      "DuplicateComponent",
      `Two components below "${componentPath}" have the same name. Give one of them another: use(component, { name }).`,
    );
  }
  const routes = functions["http.js"]?.httpRoutes;
  return {
    definitionPath,
    componentPath,
    args: {},
    childComponents: byName,
    httpRoutes: {
      httpModuleRoutes: routes?.map(({ route }) => route) ?? null,
      mounts: Object.keys(definition.httpMounts),
    },
    exports: checkBranch(definition.exports, componentPath),
  };
}

function addExports(evaluated: EvaluatedDefinition): EvaluatedDefinition {
  const tree: NestedNames = {};
  for (const [path, { functions }] of Object.entries(evaluated.functions)) {
    const modulePath = path.replace(/\.js$/, "");
    for (const { name, visibility } of functions) {
      if (visibility.kind !== "public") continue;
      const leaf = `${FUNCTION_REFERENCE}${modulePath}:${name}`;
      addLeaf(tree, [...modulePath.split("/"), name], leaf);
    }
  }
  const definition = { ...evaluated.definition, exports: encodeTree(tree) };
  return { ...evaluated, definition };
}

type NestedNames = { [name: string]: string | NestedNames };

function addLeaf(
  tree: NestedNames,
  [name = "", ...rest]: string[],
  leaf: string,
): void {
  if (rest.length === 0) {
    tree[name] = leaf;
    return;
  }
  const branch = tree[name];
  const next = typeof branch === "object" ? branch : {};
  tree[name] = next;
  addLeaf(next, rest, leaf);
}

function encodeTree(tree: NestedNames): ExportTree {
  return {
    type: "branch",
    branch: Object.entries(tree).map(([name, child]) => [
      name,
      typeof child === "string"
        ? { type: "leaf", leaf: child }
        : encodeTree(child),
    ]),
  };
}

function checkBranch(
  tree: ExportTree,
  component: ComponentPath,
): Record<string, CheckedExport> {
  if (tree.type === "leaf") return {};
  return Object.fromEntries(
    tree.branch.map(([name, child]) => [name, checkExport(child, component)]),
  );
}

function checkExport(
  tree: ExportTree,
  component: ComponentPath,
): CheckedExport {
  if (tree.type === "branch") {
    return { type: "branch", children: checkBranch(tree, component) };
  }
  const udfPath = tree.leaf.slice(FUNCTION_REFERENCE.length);
  return {
    type: "leaf",
    resource: { type: "function", path: { component, udfPath } },
  };
}
