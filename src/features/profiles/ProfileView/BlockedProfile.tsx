import type { PublicProfile } from "../../../../convex/shared/validators";
import { EmptyPage } from "../../../components/Empty/EmptyPage";
import { useTexts } from "../../../texts/TextsProvider";
import { UnblockButton } from "../../safety/BlockButton/UnblockButton";

/** Shown instead of the profile of a person whom the viewer has blocked. */
export function BlockedProfile({ profile }: { profile: PublicProfile }) {
  const t = useTexts("safety").block;
  return (
    <EmptyPage title={t.blocked(profile.username)} hint={t.blockedHint}>
      <UnblockButton person={profile} />
    </EmptyPage>
  );
}
