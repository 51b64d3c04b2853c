import { LegalPage } from "../features/legal/LegalPage/LegalPage";

export default function TermsPage() {
  return <LegalPage name="terms" />;
}
