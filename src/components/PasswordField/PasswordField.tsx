import "@mantine/core/styles/PasswordInput.layer.css";
import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useAuthTexts } from "../../texts/useAuthTexts";

/** A password input whose reveal button has a name and can be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const { showPassword } = useAuthTexts();
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ "aria-label": showPassword, tabIndex: 0 }}
      rightSectionWidth={44}
      styles={{ visibilityToggle: { width: 44, height: 44 } }}
      {...props}
    />
  );
}
