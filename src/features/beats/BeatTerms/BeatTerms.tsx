import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { TermsLine } from "../../../components/Terms/TermsLine";
import { useViewer } from "../../../hooks/useViewer";
import { profileHref } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";

/**
 * The terms of a beat. If people must ask the producer, the line links to the producer's profile.
 */
export function BeatTerms({ beat }: { beat: BeatSummary }) {
  const t = useTexts("terms");
  const viewer = useViewer();
  const { producer, terms } = beat;
  const asksProducer = terms === "ask" && viewer?.userId !== producer.userId;
  return (
    <TermsLine terms={terms}>
      {asksProducer && (
        <Anchor component={Link} to={profileHref(producer.userId)} inherit>
          {t.askProducer(producer.username)}
        </Anchor>
      )}
    </TermsLine>
  );
}
