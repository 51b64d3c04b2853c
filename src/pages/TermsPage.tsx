import { LegalPage } from "../features/legal/LegalPage/LegalPage";

export const TermsPage = () => <LegalPage name="terms" />;
