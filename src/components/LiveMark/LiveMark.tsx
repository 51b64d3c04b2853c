import { useTexts } from "../../texts/TextsProvider";
import classes from "./LiveMark.module.css";

/** Marks what happens now. */
export function LiveMark() {
  const { live } = useTexts("common");
  return <span className={classes.mark}>{live}</span>;
}
