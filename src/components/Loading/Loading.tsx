import { Center, Text } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";

interface LoadingProps {
  /** Pushes the content below out of the window, so that it does not jump later. */
  readonly isWholePage?: boolean;
}

/** Shown while a page's code or the viewer's session loads. */
export function Loading({ isWholePage = false }: LoadingProps) {
  const { loading } = useTexts("common");
  return (
    <Center mih="40vh" mb={isWholePage ? "60vh" : undefined} data-waiting>
      <Text role="status" c="dimmed" size="lg">
        {loading}
      </Text>
    </Center>
  );
}
