// Base components first.
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
  /** Classes for parts of the dialog whose layout the content needs to know. */
  classNames?: Partial<Record<"content" | "header" | "title" | "body", string>>;
  /** What the closing button does, if that is not to close. */
  closeLabel?: string | undefined;
  onClose: () => void;
  onExitTransitionEnd?: () => void;
}

/** Every dialog of the app. One may stand above another; Escape closes the upper one. */
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
      // A stray click, or the second of a double click, lands beside the dialog.
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": closeLabel ?? close, size: 44 }}
    />
  );
}
