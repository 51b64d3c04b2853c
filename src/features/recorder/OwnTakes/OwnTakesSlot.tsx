import { hasStoredTakes } from "../../../audio/store/takeDatabase";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useIsFound } from "../../../hooks/useIsFound";
import { useViewer } from "../../../hooks/useViewer";

const OwnTakes = onDemand(async () => (await import("./OwnTakes")).OwnTakes, {
  isQuiet: true,
});

/** Shows the viewer's takes on their own profile, in browsers that hold some. */
export function OwnTakesSlot({ profileId }: { profileId: string }) {
  const isOwn = useViewer()?.userId === profileId;
  return isOwn && <FoundTakes userId={profileId} />;
}

function FoundTakes({ userId }: { userId: string }) {
  return useIsFound(hasStoredTakes) && <OwnTakes userId={userId} />;
}
