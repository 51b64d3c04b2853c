import { Button } from "@mantine/core";
import { Link, useParams } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { ContentCardSkeletons } from "../components/ContentCardSkeletons/ContentCardSkeletons";
import { EmptyPage } from "../components/Empty/EmptyPage";
import { LoadFailed } from "../components/ErrorNote/LoadFailed";
import { HiddenBeat } from "../features/beats/HiddenBeat/HiddenBeat";
import { CypherScreen } from "../features/cyphers/CypherScreen/CypherScreen";
import { isBeatHidden } from "../features/safety/hiding";
import { useHeld } from "../hooks/useHeld";
import { useHidden } from "../hooks/useHidden";
import { useLiveQuery } from "../hooks/useLiveQuery";
import { paths } from "../routing/paths";
import { useCypherTexts } from "../texts/useCypherTexts";

export default function CypherPage() {
  const t = useCypherTexts();
  const { cypherId = "" } = useParams();
  const args = { cypherId };
  const result = useLiveQuery({ query: api.cyphers.get, args });
  const own = useLiveQuery({ query: api.cyphers.mine, args });
  const data = result.status === "success" ? result.data : null;
  const found = data === "gone" ? null : data;
  const hidden = useHidden();
  const isHidden = found !== null && isBeatHidden(found.beat, hidden);
  const cypher = useHeld(isHidden ? null : found, cypherId);
  if (cypher !== null)
    return (
      <CypherScreen
        key={cypher.id}
        cypher={cypher}
        own={own.status === "success" ? own.data : null}
        problem={
          result.status === "error" ? "failed" : data === "gone" ? "gone" : null
        }
      />
    );
  if (isHidden) return <HiddenBeat beat={found.beat} />;
  if (result.status === "pending") return <ContentCardSkeletons count={3} />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  return (
    <EmptyPage title={data === "gone" ? t.gone : t.missing} hint={t.goneHint}>
      <Button component={Link} to={paths.home} variant="default">
        {t.toFloor}
      </Button>
    </EmptyPage>
  );
}
