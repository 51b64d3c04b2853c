import { Input, Text, VisuallyHidden } from "@mantine/core";
import { type DragEvent, useId, useState } from "react";
import type { ErrorCode } from "../../../../convex/shared/messages";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useUploadTexts } from "../../../texts/useUploadTexts";
import { Icon } from "../../../components/Icon/Icon";
import classes from "./BeatFileField.module.css";

interface BeatFileFieldProps {
  file: File | null;
  error: ErrorCode | undefined;
  isDisabled: boolean;
  onChange: (file: File) => void;
}

/**
 * A drop zone around an ordinary file input, which keeps it accessible by keyboard and screen
 * reader.
 */
export function BeatFileField(props: BeatFileFieldProps) {
  const { file, error, isDisabled, onChange } = props;
  const t = useUploadTexts();
  const { byCode } = useErrorTexts();
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !isDisabled) onChange(dropped);
  };

  return (
    <Input.Wrapper
      id={id}
      label={t.fields.file}
      description={t.fields.fileHint}
      error={error && byCode[error]}
      size="md"
    >
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        data-invalid={error !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
      >
        <Icon name="tape" size={40} />
        <Text className={classes.name}>{file?.name ?? t.fields.drop}</Text>
        <label
          className={classes.choose}
          data-disabled={isDisabled || undefined}
        >
          {file ? t.fields.replace : t.fields.choose}
          <VisuallyHidden>
            <input
              id={id}
              type="file"
              name="file"
              accept="audio/mpeg,audio/wav,.mp3,.wav,.mpeg,.wave,.mpga"
              disabled={isDisabled}
              aria-label={t.fields.file}
              aria-describedby={
                error === undefined
                  ? `${id}-description`
                  : `${id}-description ${id}-error`
              }
              aria-invalid={error !== undefined}
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0];
                if (chosen) onChange(chosen);
                // The value is reset, so that choosing the same file again, after it was corrected,
                // triggers a change event.
                event.currentTarget.value = "";
              }}
            />
          </VisuallyHidden>
        </label>
      </div>
    </Input.Wrapper>
  );
}
