/** Turns imports into parameters and exports into getters of the module's namespace. */
import type { ExportNamedDeclaration, ImportDeclaration } from "acorn";
import type MagicString from "magic-string";
import type { AnyNode, Syntax } from "./syntax.ts";

interface Edited {
  readonly imports: readonly string[];
  /** Runs before the module's own code, on its first line. */
  readonly head: string;
}

export function editImportsAndExports(
  syntax: Syntax,
  text: MagicString,
): Edited {
  const editor = new ModuleEditor(syntax, text);
  for (const node of syntax.nodes) editor.edit(node);
  return { imports: editor.imports, head: editor.head() };
}

class ModuleEditor {
  readonly imports: string[] = [];
  readonly #syntax: Syntax;
  readonly #text: MagicString;
  readonly #getters: string[] = [];
  readonly #stars: string[] = [];
  /** Expression that reads the imported value, by local name. */
  readonly #imported = new Map<string, string>();

  constructor(syntax: Syntax, text: MagicString) {
    this.#syntax = syntax;
    this.#text = text;
    for (const node of syntax.program.body) {
      if (node.type === "ImportDeclaration") this.#addImports(node);
    }
  }

  head(): string {
    const getters = this.#getters.join();
    const stars = this.#stars.map((star) => `$realm.exportAll(${star});`);
    return `${getters && `$realm.exports({${getters}});`}${stars.join("")}`;
  }

  edit(node: AnyNode): void {
    const { start, end } = node;
    switch (node.type) {
      case "ImportDeclaration":
        this.#remove(start, end);
        return;
      case "ExportAllDeclaration": {
        const from = this.#parameterOf(node.source.value);
        if (node.exported) this.#export(nameOf(node.exported), from);
        else this.#stars.push(from);
        this.#remove(start, end);
        return;
      }
      case "ExportNamedDeclaration":
        this.#exportNamed(node);
        return;
      case "ExportDefaultDeclaration":
        this.#exportDefault(node.declaration, start);
        return;
      case "ImportExpression":
        this.#text.update(start, start + "import".length, "$realm.import");
        return;
      case "MetaProperty":
        if (node.meta.name === "import") {
          this.#text.update(start, end, "$realm.meta");
        }
        return;
      default:
        return;
    }
  }

  #addImports(node: ImportDeclaration): void {
    const from = this.#parameterOf(node.source.value);
    for (const specifier of node.specifiers) {
      const value =
        specifier.type === "ImportNamespaceSpecifier"
          ? from
          : specifier.type === "ImportDefaultSpecifier"
            ? `${from}.default`
            : `${from}[${JSON.stringify(nameOf(specifier.imported))}]`;
      this.#imported.set(specifier.local.name, value);
    }
    for (const variable of this.#syntax.scopes.getDeclaredVariables(
      node as never,
    )) {
      const value = this.#imported.get(variable.name);
      for (const { identifier } of variable.references) {
        if (value) this.#replaceReference(identifier, value);
      }
    }
  }

  #replaceReference(identifier: object, value: string): void {
    const parent = this.#syntax.parentOf(identifier);
    // The analysed tree consists of acorn's nodes.
    const { start, end, name } = identifier as {
      start: number;
      end: number;
      name: string;
    };
    if (parent?.type === "ExportSpecifier") return;
    const isShorthand = parent?.type === "Property" && parent.shorthand;
    const isCalled =
      (parent?.type === "CallExpression" && parent.callee === identifier) ||
      (parent?.type === "TaggedTemplateExpression" &&
        parent.tag === identifier);
    const replacement = isShorthand
      ? `${name}:${value}`
      : isCalled
        ? `(0,${value})`
        : value;
    this.#text.update(start, end, replacement);
  }

  #parameterOf(specifier: unknown): string {
    const name = String(specifier);
    if (!this.imports.includes(name)) this.imports.push(name);
    return `$import${this.imports.indexOf(name)}`;
  }

  #exportNamed(node: ExportNamedDeclaration): void {
    const { declaration, source, start, end } = node;
    if (declaration) {
      this.#text.remove(start, declaration.start);
      const declared = this.#syntax.scopes.getDeclaredVariables(
        declaration as never,
      );
      const ofVariables =
        declaration.type === "VariableDeclaration"
          ? declaration.declarations.flatMap((one) =>
              this.#syntax.scopes.getDeclaredVariables(one as never),
            )
          : declared.slice(0, 1);
      for (const { name } of ofVariables) this.#export(name, name);
      return;
    }
    const from = source && this.#parameterOf(source.value);
    for (const { local, exported } of node.specifiers) {
      const name = nameOf(local);
      const value = from
        ? `${from}[${JSON.stringify(name)}]`
        : (this.#imported.get(name) ?? name);
      this.#export(nameOf(exported), value);
    }
    this.#remove(start, end);
  }

  #exportDefault(declaration: AnyNode, start: number): void {
    const isDeclaration =
      declaration.type === "FunctionDeclaration" ||
      declaration.type === "ClassDeclaration";
    const name = isDeclaration ? declaration.id?.name : undefined;
    if (name === undefined) {
      this.#text.update(start, start + "export".length, "const");
      const at = this.#text.original.indexOf("default", start);
      this.#text.update(at, at + "default".length, "$default =");
      this.#export("default", "$default");
      return;
    }
    this.#text.remove(start, declaration.start);
    this.#export("default", name);
  }

  #export(name: string, value: string): void {
    this.#getters.push(`get ${JSON.stringify(name)}(){return ${value}}`);
  }

  /** Removes code but keeps its line breaks, so that later code stays on its line. */
  #remove(start: number, end: number): void {
    const removed = this.#text.original.slice(start, end);
    const lines = removed.replaceAll(/[^\n]/g, "");
    this.#text.update(start, end, `;${lines}`);
  }
}

function nameOf(name: AnyNode): string {
  return name.type === "Identifier"
    ? name.name
    : // The only other form is a string.
      String((name as { value?: unknown }).value);
}
