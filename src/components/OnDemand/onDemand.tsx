import type { ComponentType, ReactNode } from "react";
import { useCode } from "../../hooks/useCode";
import { Code } from "../../lib/code";
import { PartFailed } from "./PartFailed";

interface OnDemandOptions {
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /**
   * Set this for a part that the viewer has not asked for: if its code fails to load, no error is
   * shown.
   */
  isQuiet?: boolean;
}

/**
 * Returns a component whose code loads when it first appears. If the connection is lost meanwhile,
 * a note appears in place of the component and offers to try again. The rest of the page stays, and
 * the component loads by itself when the connection is back. React's `lazy` would fail for good
 * instead, and the whole page with it.
 */
export const onDemand = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: OnDemandOptions,
): ComponentType<Props> => withCode(new Code(load), options);

/** Like `onDemand`, for code that other parts may load too. */
export function withCode<Props extends object>(
  code: Code<ComponentType<Props>>,
  { fallback = null, isQuiet = false }: OnDemandOptions = {},
): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const { loaded: Part, hasFailed, retry } = useCode(code);
    if (Part) return <Part {...props} />;
    if (!hasFailed) return fallback;
    return isQuiet ? null : <PartFailed onRetry={retry} />;
  };
}
