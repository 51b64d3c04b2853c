import { ErrorNote } from "./ErrorNote";

/** For what could not be read: everything is asked for anew. */
export function LoadFailed({ message }: { message: string }) {
  return (
    <ErrorNote message={message} onRetry={() => window.location.reload()} />
  );
}
