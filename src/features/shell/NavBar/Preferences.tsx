import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { ColorSchemeSwitch } from "../../../components/ColorSchemeSwitch/ColorSchemeSwitch";
import { LanguageSwitch } from "../../../components/LanguageSwitch/LanguageSwitch";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import classes from "../../../components/bar.module.css";

export function Preferences() {
  const t = useTexts("shell");
  const { language, setLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("dark");

  return (
    <div className={classes.preferences}>
      <LanguageSwitch
        language={language}
        otherName={t.otherLanguage}
        label={t.switchLanguage}
        onChange={setLanguage}
      />
      <ColorSchemeSwitch scheme={scheme} labels={t} onChange={setColorScheme} />
    </div>
  );
}
