import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { Landing } from "../features/landing/Landing/Landing";
import { useLanguage, useTexts } from "../texts/TextsProvider";

/** The landing page, shown inside the app to signed-out visitors who navigate back to it. */
export default function LandingPage() {
  const landing = useTexts("landing");
  const shell = useTexts("shell");
  const common = useTexts("common");
  const { language, setLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("dark");
  const navigate = useNavigate();

  return (
    <Landing
      texts={{ landing, shell, common }}
      language={language}
      scheme={scheme}
      onLanguageChange={setLanguage}
      onSchemeChange={setColorScheme}
      onEnter={(path) => void navigate(path)}
    />
  );
}
