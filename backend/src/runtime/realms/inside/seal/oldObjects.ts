/**
 * The objects that existed when the realm was sealed (see `Seal`). No call may
 * change them.
 */
export interface OldObjects {
  readonly has: (value: unknown) => boolean;
  readonly add: (value: object) => void;
}

export function makeOldObjects(): OldObjects {
  const { apply } = Reflect;
  // Captured here, because an app may replace the methods before they are used.
  /* oxlint-disable typescript/unbound-method -- `apply` gives each its object */
  const weakHas = WeakSet.prototype.has;
  const weakAdd = WeakSet.prototype.add;
  /* oxlint-enable typescript/unbound-method */
  const old = new WeakSet();
  return {
    has: (value) => apply(weakHas, old, [value]) === true,
    add: (value) => {
      apply(weakAdd, old, [value]);
    },
  };
}
