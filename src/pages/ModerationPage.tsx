import { FormCard } from "../components/FormCard/FormCard";
import { ModerationView } from "../features/moderation/ModerationView/ModerationView";
import { useViewer } from "../hooks/useViewer";
import { useTrustTexts } from "../texts/useTrustTexts";

export default function ModerationPage() {
  const t = useTrustTexts().moderation;
  const isModerator = useViewer()?.isModerator === true;
  if (!isModerator) return <FormCard title={t.denied}>{null}</FormCard>;
  return <ModerationView />;
}
