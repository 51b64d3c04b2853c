import { Suspense, lazy, useState } from "react";
import type { ConfirmDialogProps } from "./ConfirmDialog";

const ConfirmDialog = lazy(async () => ({
  default: (await import("./ConfirmDialog")).ConfirmDialog,
}));

/** `ConfirmDialog`, whose code is fetched when it first opens. */
export function ConfirmModal(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);

  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}
