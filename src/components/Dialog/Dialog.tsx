// Styles of base components come first.
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useReturnFocus } from "../../hooks/useReturnFocus";
import { useTexts } from "../../texts/TextsProvider";
import { useEscape } from "./useEscape";

interface DialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  fullScreen?: boolean;
  size?: string;
  /** Classes for parts of the dialog whose layout depends on its content. */
  classNames?: Partial<Record<"content" | "header" | "title" | "body", string>>;
  /** Label of the closing button if it does something other than closing. */
  closeLabel?: string | undefined;
  onClose: () => void;
  onExitTransitionEnd?: () => void;
}

/** Every dialog of the app. Dialogs may lie above each other; Escape closes the top one. */
export function Dialog(props: DialogProps) {
  const { closeLabel, ...modal } = props;
  const { opened, onClose } = modal;
  const { close } = useTexts("common");
  useReturnFocus(opened);
  useEscape(opened, onClose);
  return (
    <Modal
      {...modal}
      closeOnEscape={false}
      // A stray click, or the second of a double click, may land outside the dialog.
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": closeLabel ?? close, size: 44 }}
    />
  );
}
