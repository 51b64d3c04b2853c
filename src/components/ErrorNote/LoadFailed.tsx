import { ErrorNote } from "./ErrorNote";

/** Says that content could not be loaded. Its "Try again" button reloads the page. */
export function LoadFailed({ message }: { message: string }) {
  return (
    <ErrorNote message={message} onRetry={() => window.location.reload()} />
  );
}
