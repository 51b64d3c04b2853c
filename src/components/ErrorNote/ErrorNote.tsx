import { Alert, Button } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";
import classes from "./ErrorNote.module.css";

interface ErrorNoteProps {
  message: string;
  onRetry?: () => void;
}

/**
 * An error message, announced to screen readers, with a "Try again" button if `onRetry` is given.
 */
export function ErrorNote({ message, onRetry }: ErrorNoteProps) {
  const { tryAgain } = useTexts("common");
  return (
    <Alert
      color="sindoor"
      variant="outline"
      role="alert"
      radius="md"
      classNames={{ message: classes.message }}
    >
      {message}
      {onRetry !== undefined && (
        <Button
          variant="subtle"
          color="sindoor"
          px={0}
          display="block"
          onClick={onRetry}
        >
          {tryAgain}
        </Button>
      )}
    </Alert>
  );
}
