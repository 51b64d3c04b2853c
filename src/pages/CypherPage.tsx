import { Button } from "@mantine/core";
import { Link, useParams } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { ContentCardSkeletons } from "../components/ContentCardSkeletons/ContentCardSkeletons";
import { EmptyPage } from "../components/Empty/EmptyPage";
import { LoadFailed } from "../components/ErrorNote/LoadFailed";
import { CypherScreen } from "../features/cyphers/CypherScreen/CypherScreen";
import { useHeld } from "../hooks/useHeld";
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
  const cypher = useHeld(data === "gone" ? null : data, cypherId);
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
