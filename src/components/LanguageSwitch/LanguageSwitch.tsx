import type { Language } from "../../texts/language";
import classes from "../switches.module.css";

interface LanguageSwitchProps {
  language: Language;
  /** The other language's name, written in that language. */
  otherName: string;
  label: string;
  onChange: (language: Language) => void;
}

export function LanguageSwitch({
  language,
  otherName,
  label,
  onChange,
}: LanguageSwitchProps) {
  const other = language === "en" ? "hi" : "en";
  return (
    <button
      type="button"
      className={classes.switch}
      lang={other}
      data-later
      aria-label={label}
      onClick={() => onChange(other)}
    >
      {otherName}
    </button>
  );
}
