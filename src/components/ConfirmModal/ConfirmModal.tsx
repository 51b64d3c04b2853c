import { useState } from "react";
import type { ConfirmDialogProps } from "./ConfirmDialog";
import { onDemand } from "../OnDemand/onDemand";

const ConfirmDialog = onDemand(
  async () => (await import("./ConfirmDialog")).ConfirmDialog,
);

/** `ConfirmDialog`, loaded when it first opens. */
export function ConfirmModal(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);

  if (!wasOpened) return null;
  return <ConfirmDialog {...props} />;
}
