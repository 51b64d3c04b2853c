import { onDemand } from "../../../components/OnDemand/onDemand";
import { useViewer } from "../../../hooks/useViewer";

const HeardBy = onDemand(async () => (await import("./HeardBy")).HeardBy, {
  isQuiet: true,
});

interface OwnHeardByProps {
  contentId: string;
  ownerId: string;
}

/** Shows the owner of a beat or verse how many people have heard it. */
export function OwnHeardBy({ contentId, ownerId }: OwnHeardByProps) {
  return useViewer()?.userId === ownerId && <HeardBy contentId={contentId} />;
}
