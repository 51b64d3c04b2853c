import { Suspense, lazy } from "react";

const ToastStack = lazy(async () => ({
  default: (await import("./ToastStack")).ToastStack,
}));

/** Toasts are rare, so their code comes after everything that is always needed. */
export function Toasts() {
  return (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  );
}
