import type { ColorScheme } from "../../lib/colorScheme";
import classes from "../switches.module.css";

interface ColorSchemeSwitchProps {
  scheme: ColorScheme;
  labels: { switchToLight: string; switchToDark: string };
  onChange: (scheme: ColorScheme) => void;
}

export function ColorSchemeSwitch({
  scheme,
  labels,
  onChange,
}: ColorSchemeSwitchProps) {
  const isDark = scheme === "dark";
  return (
    <button
      type="button"
      className={classes.switch}
      aria-label={isDark ? labels.switchToLight : labels.switchToDark}
      onClick={() => onChange(isDark ? "light" : "dark")}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path
          className={classes.sun}
          d="M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m11.4 0 1.4 1.4M4.9 4.9l1.4 1.4M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z"
        />
        <path
          className={classes.moon}
          d="M20 14.2A8.4 8.4 0 0 1 9.8 4a8.4 8.4 0 1 0 10.2 10.2Z"
        />
      </svg>
    </button>
  );
}
