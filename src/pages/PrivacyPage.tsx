import { LegalPage } from "../features/legal/LegalPage/LegalPage";

export default function PrivacyPage() {
  return <LegalPage name="privacy" />;
}
