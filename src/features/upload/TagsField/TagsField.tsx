import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { Pill, PillsInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import type { ErrorCode } from "../../../../convex/shared/messages";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useUploadTexts } from "../../../texts/useUploadTexts";
import { addTag } from "../uploadValues";

interface TagsFieldProps {
  tags: readonly string[];
  error: ErrorCode | undefined;
  isDisabled: boolean;
  onChange: (tags: readonly string[], error?: ErrorCode) => void;
}

export function TagsField(props: TagsFieldProps) {
  const { tags, error, isDisabled, onChange } = props;
  const t = useUploadTexts();
  const { byCode } = useErrorTexts();
  const [text, setText] = useState("");

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && text === "" && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
    // Ignore the Enter that ends a composition in an input method.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const result = addTag(tags, text);
    onChange(result.tags, result.error);
    if (result.error === undefined) setText("");
  };

  return (
    <PillsInput
      label={t.fields.tags}
      description={t.fields.tagsHint}
      error={error && byCode[error]}
      disabled={isDisabled}
      size="md"
    >
      <Pill.Group>
        {tags.map((tag) => (
          <Pill
            key={tag}
            size="lg"
            withRemoveButton
            disabled={isDisabled}
            removeButtonProps={{
              "aria-label": t.fields.removeTag(tag),
              "aria-hidden": false,
              tabIndex: 0,
            }}
            onRemove={() => onChange(tags.filter((other) => other !== tag))}
          >
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          name="tags"
          autoComplete="off"
          value={text}
          disabled={isDisabled}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
      </Pill.Group>
    </PillsInput>
  );
}
