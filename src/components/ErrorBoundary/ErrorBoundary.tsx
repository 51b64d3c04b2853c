import { Component, type ReactNode } from "react";
import { logFailure } from "../../lib/logFailure";

interface ErrorBoundaryProps {
  /** Replaces the children after one of them has thrown. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Contains render errors, so that a broken part does not take down the page. The boundary never
 * recovers by itself: give it a `key` that changes with its content.
 */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logFailure("rendering a part of the page failed", error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
