import { useParams } from "../router/Routes";
import { ProfileView } from "../features/profiles/ProfileView/ProfileView";

export function ProfilePage() {
  const { userId = "" } = useParams();
  return <ProfileView key={userId} userId={userId} />;
}
