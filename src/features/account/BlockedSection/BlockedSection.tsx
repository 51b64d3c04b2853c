import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTexts } from "../../../texts/TextsProvider";
import { BlockedPeople } from "../../safety/BlockedPeople/BlockedPeople";
import { AccountSection } from "../AccountSection/AccountSection";

/** Lists the people whom the viewer has blocked. */
export function BlockedSection() {
  const t = useTexts("safety").block;
  const result = useLiveQuery({ query: api.safety.blockedPeople, args: {} });
  const now =
    result.status === "success" ? t.count(result.data.length) : undefined;
  return (
    <AccountSection row="blocked" title={t.people} now={now}>
      <BlockedPeople />
    </AccountSection>
  );
}
