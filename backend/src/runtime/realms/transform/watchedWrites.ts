/**
 * Keeps a call from changing what later calls see. Objects of the shared realm
 * are frozen, but private fields and variables that a closure holds cannot be.
 * Code is therefore edited to announce such writes: `$realm.wrote(age)` for a
 * variable, `$realm.own(object)` for a private field. `age` is what
 * `$realm.age()` returned when the function that declares the variable began;
 * it is `true` for a variable of the module itself. Caught errors go through
 * `$realm.caught`, also those that a promise's callback catches, so that a
 * refused change is noticed even where the code would hide it.
 */
import type {
  CallExpression,
  CatchClause,
  LogicalOperator,
  MemberExpression,
  Node,
} from "acorn";
import type { Reference, Variable } from "eslint-scope";
import type MagicString from "magic-string";
import {
  ancestorsOf,
  type AnyNode,
  isFunction,
  type Syntax,
  writerOf,
} from "./syntax.ts";

export function watchWrites(syntax: Syntax, text: MagicString): void {
  const watcher = new WriteWatcher(syntax, text);
  for (const node of syntax.nodes) watcher.visit(node);
}

class WriteWatcher {
  readonly #syntax: Syntax;
  readonly #text: MagicString;
  /**
   * For each expression or loop that writes, the ages of the variables it
   * writes to.
   */
  readonly #writes = new Map<AnyNode, Set<string>>();
  /** Functions that record their age, with the name of the constant that holds it. */
  readonly #aged = new Map<Node, string>();

  constructor(syntax: Syntax, text: MagicString) {
    this.#syntax = syntax;
    this.#text = text;
    for (const { variables } of syntax.scopes.scopes) {
      for (const variable of variables) this.#collect(variable);
    }
  }

  #collect(variable: Variable): void {
    if (variable.scope.type === "function-expression-name") return;
    for (const reference of variable.references) {
      if (!isCapturedWrite(variable, reference)) continue;
      const writer = writerOf(this.#syntax, reference.identifier);
      if (writer === null) continue;
      const ages = this.#writes.get(writer) ?? new Set();
      this.#writes.set(writer, ages.add(this.#ageOf(variable, reference)));
    }
  }

  /** Returns an expression that is true if the variable may be older than the call. */
  #ageOf({ scope }: Variable, { identifier }: Reference): string {
    const declaring = scope.variableScope.block as unknown as Node;
    if (!isFunction(declaring)) return "true";
    const path = [identifier, ...ancestorsOf(this.#syntax, identifier)];
    const isInBody = path.includes(declaring.body);
    if (!isInBody) return "true";
    const name = this.#aged.get(declaring) ?? `$age${declaring.start}`;
    this.#aged.set(declaring, name);
    return name;
  }

  visit(node: AnyNode): void {
    const age = this.#aged.get(node);
    if (age !== undefined && isFunction(node)) this.#tellAge(node, age);
    const ages = this.#writes.get(node);
    if (ages) this.#tellWrite(node, `$realm.wrote(${[...ages].join("||")})`);
    if (node.type === "CatchClause") this.#tellCaught(node);
    if (node.type === "MemberExpression") this.#tellPrivateWrite(node);
    if (node.type === "CallExpression") this.#tellCall(node);
  }

  #tellAge(node: Extract<AnyNode, { params: unknown }>, age: string): void {
    const start = `const ${age}=$realm.age();`;
    if (node.body.type === "BlockStatement") {
      this.#text.appendRight(node.body.start + 1, start);
      return;
    }
    const from = node.params.at(-1)?.end ?? node.start;
    const arrow = this.#text.original.indexOf("=>", from) + "=>".length;
    this.#text.appendRight(arrow, `{${start}return (`);
    this.#text.prependLeft(node.end, ")}");
  }

  #tellWrite(node: AnyNode, telling: string): void {
    if (node.type === "ForInStatement" || node.type === "ForOfStatement") {
      this.#wrap(node.right, `(${telling},`, ")");
      return;
    }
    const parent = this.#syntax.parentOf(node)?.type;
    // Without brackets the line begins as before, however the previous line ends.
    const [open, close] =
      parent === "ExpressionStatement" || parent === "SequenceExpression"
        ? ["", ""]
        : ["(", ")"];
    const operator = shortCircuit(node);
    if (operator === null || node.type !== "AssignmentExpression") {
      this.#wrap(node, `${open}${telling},`, close);
      return;
    }
    const { left } = node;
    const name = this.#text.original.slice(left.start, left.end);
    const at = this.#text.original.indexOf(`${operator}=`, left.end);
    this.#wrap(node, open, `)${close}`);
    this.#text.update(
      at,
      at + operator.length + 1,
      `${operator} (${telling},${name} =`,
    );
  }

  #tellPrivateWrite(node: MemberExpression): void {
    if (node.property.type !== "PrivateIdentifier") return;
    if (writerOf(this.#syntax, node) === null) return;
    if (this.#isOwnInConstructor(node)) return;
    this.#wrap(node.object, "$realm.own(", ")");
  }

  /**
   * Edits calls: a direct `eval` may write to any variable, and callbacks of a
   * promise catch errors too.
   */
  #tellCall({ callee, arguments: args, start, end }: CallExpression): void {
    if (callee.type === "Identifier" && callee.name === "eval") {
      this.#wrap({ start, end }, "($realm.wrote(true),", ")");
    }
    const caught = caughtBy(callee, args);
    if (caught) this.#wrap(caught, "$realm.catching(", ")");
  }

  #isOwnInConstructor(node: MemberExpression): boolean {
    if (node.object.type !== "ThisExpression") return false;
    const around = [...ancestorsOf(this.#syntax, node)].find(
      (ancestor) =>
        isFunction(ancestor) && ancestor.type !== "ArrowFunctionExpression",
    );
    const method = around && this.#syntax.parentOf(around);
    return method?.type === "MethodDefinition" && method.kind === "constructor";
  }

  #tellCaught({ param, body }: CatchClause): void {
    const at = body.start + 1;
    if (param?.type === "Identifier") {
      this.#text.appendRight(at, `$realm.caught(${param.name});`);
      return;
    }
    if (!param) {
      this.#text.appendLeft(body.start, "($caught)");
      this.#text.appendRight(at, "$realm.caught($caught);");
      return;
    }
    const pattern = this.#text.original.slice(param.start, param.end);
    this.#text.update(param.start, param.end, "$caught");
    this.#text.appendRight(
      at,
      `$realm.caught($caught);let ${pattern}=$caught;`,
    );
  }

  #wrap(
    { start, end }: Pick<Node, "start" | "end">,
    before: string,
    after: string,
  ): void {
    if (before) this.#text.appendRight(start, before);
    if (after) this.#text.prependLeft(end, after);
  }
}

function isCapturedWrite(variable: Variable, reference: Reference): boolean {
  return (
    reference.isWrite() &&
    !reference.init &&
    reference.from.variableScope !== variable.scope.variableScope
  );
}

/** Returns the callback of `.catch(callback)` or of `.then(value, callback)`. */
function caughtBy(
  callee: CallExpression["callee"],
  args: CallExpression["arguments"],
): AnyNode | null {
  if (callee.type !== "MemberExpression" || callee.computed) return null;
  if (callee.property.type !== "Identifier") return null;
  const { name } = callee.property;
  const callback = name === "catch" ? args[0] : args[1];
  const isCatch = name === "catch" && args.length === 1;
  const isThen = name === "then" && args.length === 2;
  const isSpread = args.some(({ type }) => type === "SpreadElement");
  return callback && (isCatch || isThen) && !isSpread ? callback : null;
}

/** Returns `||`, `&&` or `??` of an assignment that may not take place. */
function shortCircuit(node: AnyNode): LogicalOperator | null {
  if (node.type !== "AssignmentExpression") return null;
  const operator = node.operator.slice(0, -1);
  return operator === "||" || operator === "&&" || operator === "??"
    ? operator
    : null;
}
