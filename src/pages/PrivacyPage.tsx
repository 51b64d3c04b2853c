import { LegalPage } from "../features/legal/LegalPage/LegalPage";

export const PrivacyPage = () => <LegalPage name="privacy" />;
