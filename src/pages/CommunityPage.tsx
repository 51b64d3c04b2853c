import { LegalPage } from "../features/legal/LegalPage/LegalPage";

export default function CommunityPage() {
  return <LegalPage name="community" />;
}
