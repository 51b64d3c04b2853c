import { LegalPage } from "../features/legal/LegalPage/LegalPage";

export const CommunityPage = () => <LegalPage name="community" />;
