/**
 * Stores values under key intervals, and finds those whose interval contains a
 * key without scanning all of them.
 *
 * Intervals of a single key are a map look-up. The others are in a treap
 * ordered by lower end, in which each node knows the highest upper end in its
 * subtree.
 */
import { keyAfter } from "../values/keys.ts";
import type { Interval } from "./contract.ts";

interface Node<T> {
  readonly low: string;
  readonly high: string;
  readonly priority: number;
  readonly values: Set<T>;
  left: Node<T> | null;
  right: Node<T> | null;
  /** Highest upper end in this subtree, including this node. */
  maxHigh: string;
}

export class IntervalIndex<T> {
  readonly #points = new Map<string, Set<T>>();
  #root: Node<T> | null = null;
  #seed = 0x2545f491;
  #size = 0;

  /** Number of (interval, value) pairs. */
  get size(): number {
    return this.#size;
  }

  /** Adding the same pair twice has no effect. An empty interval is ignored. */
  add(interval: Interval, value: T): void {
    if (interval.low >= interval.high) return;
    const values = this.#valuesFor(interval);
    this.#size += values.has(value) ? 0 : 1;
    values.add(value);
  }

  remove(interval: Interval, value: T): void {
    const values = isPoint(interval)
      ? this.#points.get(interval.low)
      : find(this.#root, interval)?.values;
    if (values?.delete(value) !== true) return;
    this.#size -= 1;
    if (values.size > 0) return;
    if (isPoint(interval)) this.#points.delete(interval.low);
    else this.#root = without(this.#root, interval);
  }

  /**
   * Yields the values whose interval contains `key`. A value stored under
   * several such intervals appears several times.
   */
  *matching(key: string): Generator<T, void, undefined> {
    const values = this.#points.get(key);
    if (values !== undefined) yield* values;
    yield* stab(this.#root, key);
  }

  #valuesFor(interval: Interval): Set<T> {
    if (!isPoint(interval)) {
      const found = find(this.#root, interval);
      if (found !== null) return found.values;
      const node = this.#newNode(interval);
      this.#root = insert(this.#root, node);
      return node.values;
    }
    const found = this.#points.get(interval.low);
    if (found !== undefined) return found;
    const values = new Set<T>();
    this.#points.set(interval.low, values);
    return values;
  }

  #newNode({ low, high }: Interval): Node<T> {
    return {
      low,
      high,
      priority: this.#nextPriority(),
      values: new Set(),
      left: null,
      right: null,
      maxHigh: high,
    };
  }

  /**
   * xorshift32: random enough for balance, and the same history gives the same
   * tree.
   */
  #nextPriority(): number {
    this.#seed ^= this.#seed << 13;
    this.#seed ^= this.#seed >>> 17;
    this.#seed ^= this.#seed << 5;
    return this.#seed;
  }
}

function isPoint({ low, high }: Interval): boolean {
  return high.length === low.length + 1 && high === keyAfter(low);
}

/** Orders by lower end, then by upper end. */
function compare(a: Interval, b: Interval): number {
  if (a.low !== b.low) return a.low < b.low ? -1 : 1;
  if (a.high !== b.high) return a.high < b.high ? -1 : 1;
  return 0;
}

function find<T>(root: Node<T> | null, interval: Interval): Node<T> | null {
  let node = root;
  while (node !== null) {
    const order = compare(interval, node);
    if (order === 0) return node;
    node = order < 0 ? node.left : node.right;
  }
  return null;
}

function insert<T>(root: Node<T> | null, node: Node<T>): Node<T> {
  if (root === null) return node;
  if (node.priority > root.priority) {
    [node.left, node.right] = split(root, node);
    return updated(node);
  }
  if (compare(node, root) < 0) root.left = insert(root.left, node);
  else root.right = insert(root.right, node);
  return updated(root);
}

/**
 * Splits a tree into the nodes before and after an interval that it does not
 * contain.
 */
function split<T>(
  root: Node<T> | null,
  at: Interval,
): [below: Node<T> | null, above: Node<T> | null] {
  if (root === null) return [null, null];
  if (compare(root, at) < 0) {
    const [below, above] = split(root.right, at);
    root.right = below;
    return [updated(root), above];
  }
  const [below, above] = split(root.left, at);
  root.left = above;
  return [below, updated(root)];
}

function without<T>(root: Node<T> | null, interval: Interval): Node<T> | null {
  if (root === null) return null;
  const order = compare(interval, root);
  if (order === 0) return joined(root.left, root.right);
  if (order < 0) root.left = without(root.left, interval);
  else root.right = without(root.right, interval);
  return updated(root);
}

/**
 * Joins two trees. Every interval in `below` must come before every one in
 * `above`.
 */
function joined<T>(
  below: Node<T> | null,
  above: Node<T> | null,
): Node<T> | null {
  if (below === null) return above;
  if (above === null) return below;
  if (below.priority > above.priority) {
    below.right = joined(below.right, above);
    return updated(below);
  }
  above.left = joined(below, above.left);
  return updated(above);
}

/** Recomputes `maxHigh` after a node's children have changed. */
function updated<T>(node: Node<T>): Node<T> {
  let { high } = node;
  if (node.left !== null && node.left.maxHigh > high) high = node.left.maxHigh;
  if (node.right !== null && node.right.maxHigh > high) {
    high = node.right.maxHigh;
  }
  node.maxHigh = high;
  return node;
}

/** Yields the values of all intervals in the tree that contain `key`. */
function* stab<T>(root: Node<T> | null, key: string): Generator<T> {
  if (root === null || root.maxHigh <= key) return;
  yield* stab(root.left, key);
  if (root.low > key) return;
  if (key < root.high) yield* root.values;
  yield* stab(root.right, key);
}
