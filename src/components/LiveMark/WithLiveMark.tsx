import type { ReactNode } from "react";
import { LiveMark } from "./LiveMark";
import classes from "./LiveMark.module.css";

/** A link to what happens now, behind the mark that says so. */
export function WithLiveMark({ children }: { children: ReactNode }) {
  return (
    <div className={classes.row}>
      <LiveMark />
      {children}
    </div>
  );
}
