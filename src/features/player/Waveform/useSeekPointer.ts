import { type MouseEvent, type PointerEvent, useRef, useState } from "react";

interface SeekPointerOptions {
  durationMs: number;
  isDisabled: boolean;
  onSeek: (ms: number) => void;
}

/** A finger that moves less than this to the side, in pixels, is not dragging. */
const SLIP_PX = 8;

/**
 * Seeks with the pointer. A mouse seeks at once. A finger may be about to scroll the page, so it
 * seeks only on a tap, or when it is lifted after moving sideways. At that moment every browser
 * also allows playback to start.
 */
export function useSeekPointer(options: SeekPointerOptions) {
  const { durationMs, isDisabled, onSeek } = options;
  const finger = useRef<{ fromX: number; isDragging: boolean } | null>(null);
  const [draggedMs, setDraggedMs] = useState<number | null>(null);

  const seek = (event: MouseEvent) => {
    if (!isDisabled) onSeek(shareAt(event) * durationMs);
  };
  const letGo = () => {
    finger.current = null;
    setDraggedMs(null);
  };
  const drag = (event: PointerEvent) => {
    const { current } = finger;
    if (!current) return;
    current.isDragging ||= Math.abs(event.clientX - current.fromX) > SLIP_PX;
    if (current.isDragging) setDraggedMs(shareAt(event) * durationMs);
  };

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      letGo();
      if (isDisabled || event.buttons !== 1) return;
      if (isFinger(event))
        finger.current = { fromX: event.clientX, isDragging: false };
      else seek(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons !== 1) return;
      if (isFinger(event)) drag(event);
      else seek(event);
    },
    onPointerUp: (event: PointerEvent) => {
      if (!finger.current?.isDragging) return;
      letGo();
      seek(event);
    },
    // The browser has started to scroll.
    onPointerCancel: letGo,
    onClick: (event: MouseEvent) => {
      if (!finger.current) return;
      letGo();
      seek(event);
    },
  };
  /**
   * `draggedMs` is where a finger would seek to if it were lifted now; null if no finger is
   * dragging.
   */
  return { draggedMs, handlers };
}

function isFinger({ pointerType }: PointerEvent): boolean {
  return pointerType === "touch" || pointerType === "pen";
}

function shareAt({ currentTarget, clientX }: MouseEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
}
