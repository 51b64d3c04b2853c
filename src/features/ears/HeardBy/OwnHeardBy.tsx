import { onDemand } from "../../../components/OnDemand/onDemand";
import { useViewer } from "../../../hooks/useViewer";
import classes from "./OwnHeardBy.module.css";

const HeardBy = onDemand(async () => (await import("./HeardBy")).HeardBy, {
  isQuiet: true,
});

interface OwnHeardByProps {
  contentId: string;
  ownerId: string;
  votes: number;
}

/**
 * Shows the owner of a beat or verse how many people have heard it. The space is reserved while the
 * number loads.
 */
export function OwnHeardBy(props: OwnHeardByProps) {
  const { ownerId, ...item } = props;
  if (useViewer()?.userId !== ownerId) return null;
  return (
    <span className={classes.place}>
      <HeardBy {...item} />
    </span>
  );
}
