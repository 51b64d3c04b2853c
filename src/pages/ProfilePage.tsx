import { useParams } from "react-router-dom";
import { OwnTakesSlot } from "../features/recorder/OwnTakes/OwnTakesSlot";
import { ProfileView } from "../features/profiles/ProfileView/ProfileView";

export default function ProfilePage() {
  const { userId = "" } = useParams();
  return (
    <ProfileView
      key={userId}
      userId={userId}
      takes={<OwnTakesSlot profileId={userId} />}
    />
  );
}
