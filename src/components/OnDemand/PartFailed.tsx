import { useIsOnline } from "../../hooks/useConnection";
import { useTexts } from "../../texts/TextsProvider";
import { ErrorNote } from "../ErrorNote/ErrorNote";

/** Shown in place of a part of the page whose code could not be loaded. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const { noConnection, partFailed } = useTexts("common");
  const isOnline = useIsOnline();
  return (
    <div ref={showAll}>
      <ErrorNote
        message={isOnline ? partFailed : noConnection}
        onRetry={onRetry}
      />
    </div>
  );
}

/** Scrolls to the message, which may be below the screen or behind the bar at its bottom. */
function showAll(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
}
