import { BlockedPeople } from "../../safety/BlockedPeople/BlockedPeople";
import classes from "../AccountSection/AccountSection.module.css";

/** Lists the people whom the viewer has blocked. The list has its own heading. */
export function BlockedSection() {
  return (
    <div className={classes.section}>
      <BlockedPeople />
    </div>
  );
}
