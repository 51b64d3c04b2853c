import { Component, type ReactNode } from "react";
import { logFailure } from "../../lib/logFailure";

interface ErrorBoundaryProps {
  /** Shown in place of the children once one of them has thrown. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a broken part from taking the page with it. Give it a `key` that changes with what it shows. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logFailure("A part of the page broke", error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
