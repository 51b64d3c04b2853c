import { BlockedPeople } from "../../safety/BlockedPeople/BlockedPeople";
import classes from "../AccountSection/AccountSection.module.css";

/** The people whom the viewer has blocked. The list brings its own heading. */
export function BlockedSection() {
  return (
    <div className={classes.section}>
      <BlockedPeople />
    </div>
  );
}
