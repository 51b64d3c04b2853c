import { useEffect } from "react";
import type { NavigateOptions } from "./history";
import { useNavigate } from "./Router";

interface NavigateProps extends NavigateOptions {
  to: string;
}

/** Opens another address in place of what it stands for. Shows nothing. */
export function Navigate({ to, replace, state }: NavigateProps) {
  const navigate = useNavigate();
  useEffect(
    () => navigate(to, { replace, state }),
    [navigate, to, replace, state],
  );
  return null;
}
