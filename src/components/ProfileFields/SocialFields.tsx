import { TextInput, type TextInputProps } from "@mantine/core";
import { useAuthTexts } from "../../texts/useAuthTexts";

interface SocialFieldsProps {
  instagram: TextInputProps;
  youtube: TextInputProps;
}

export function SocialFields({ instagram, youtube }: SocialFieldsProps) {
  const t = useAuthTexts().signUp;
  const common = {
    autoCapitalize: "none",
    autoComplete: "off",
    spellCheck: false,
  } as const;
  return (
    <>
      <TextInput
        label={t.instagram}
        name="instagram"
        placeholder={t.instagramHint}
        {...common}
        {...instagram}
      />
      <TextInput
        label={t.youtube}
        name="youtube"
        placeholder={t.youtubeHint}
        {...common}
        {...youtube}
      />
    </>
  );
}
