import { Button, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useHidden } from "../../../hooks/useHidden";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import {
  isArtist,
  isProducer,
  isRapper,
} from "../../../../convex/shared/roles";
import { paths } from "../../../routing/paths";
import { Empty } from "../../../components/Empty/Empty";
import { EmptyPage } from "../../../components/Empty/EmptyPage";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatList } from "../../beats/BeatList/BeatList";
import { VerseList } from "../../verses/VerseList/VerseList";
import { NothingYet } from "../ProfileFeed/NothingYet";
import { ProfileFeed } from "../ProfileFeed/ProfileFeed";
import { ProfileHeader } from "../ProfileHeader/ProfileHeader";
import { BlockedProfile } from "./BlockedProfile";
import { ProfileSkeleton } from "./ProfileSkeleton";

interface ProfileViewProps {
  userId: string;
  /** The list of takes on this device, for the viewer's own profile. */
  takes: ReactNode;
}

export function ProfileView({ userId, takes }: ProfileViewProps) {
  const t = useTexts("profiles");
  const { byCode } = useErrorTexts();
  const hidden = useHidden();
  const result = useLiveQuery({ query: api.profiles.get, args: { userId } });

  if (result.status === "pending") return <ProfileSkeleton />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  const profile = result.data;
  if (profile === null) {
    return (
      <EmptyPage title={byCode.PROFILE_MISSING} hint={t.notFoundHint}>
        <Button component={Link} to={paths.search} variant="default">
          {t.findArtists}
        </Button>
      </EmptyPage>
    );
  }
  if (hidden.has(profile.userId)) return <BlockedProfile profile={profile} />;
  return (
    <Stack gap="xl">
      <ProfileHeader profile={profile} />
      {takes}
      {isProducer(profile.role) && (
        <ProfileFeed
          userId={userId}
          kind="beats"
          query={api.beats.listByProducer}
          empty={
            <NothingYet
              userId={userId}
              title={t.noBeats}
              to={paths.upload}
              label={t.firstBeat}
            />
          }
        >
          {(beats, loadPage) => <BeatList beats={beats} loadPage={loadPage} />}
        </ProfileFeed>
      )}
      {isRapper(profile.role) && (
        <ProfileFeed
          userId={userId}
          kind="verses"
          query={api.verses.listByRapper}
          empty={
            <NothingYet
              userId={userId}
              title={t.noVerses}
              to={paths.home}
              label={t.firstVerse}
            />
          }
        >
          {(verses, loadPage) => (
            <VerseList verses={verses} loadPage={loadPage} />
          )}
        </ProfileFeed>
      )}
      {!isArtist(profile.role) && (
        <Empty title={t.earsTitle} hint={t.earsHint}>
          <Button component={Link} to={paths.home} variant="default">
            {t.toHome}
          </Button>
        </Empty>
      )}
    </Stack>
  );
}
