import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { EmptyPage } from "../../../components/Empty/EmptyPage";
import { profileHref } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";

/** Shown instead of a beat by a person whom the viewer has blocked. */
export function HiddenBeat({ beat }: { beat: BeatSummary }) {
  const t = useTexts("safety").block;
  const { userId, username } = beat.producer;
  return (
    <EmptyPage title={t.beatHidden} hint={t.beatHiddenHint(username)}>
      <Button component={Link} to={profileHref(userId)} variant="default">
        {username}
      </Button>
    </EmptyPage>
  );
}
