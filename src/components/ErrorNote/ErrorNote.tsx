import { Alert, Button } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";

interface ErrorNoteProps {
  message: string;
  onRetry?: () => void;
}

export function ErrorNote({ message, onRetry }: ErrorNoteProps) {
  const { tryAgain } = useTexts("common");
  return (
    <Alert color="sindoor" variant="outline" role="alert" radius="md">
      {message}
      {onRetry !== undefined && (
        <Button
          variant="subtle"
          color="sindoor"
          ml="sm"
          size="compact-md"
          onClick={onRetry}
        >
          {tryAgain}
        </Button>
      )}
    </Alert>
  );
}
