import { useParams } from "react-router-dom";
import { ProfileView } from "../features/profiles/ProfileView/ProfileView";

export default function ProfilePage() {
  const { userId = "" } = useParams();
  return <ProfileView key={userId} userId={userId} />;
}
