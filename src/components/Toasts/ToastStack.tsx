import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { MantineThemeProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useTexts } from "../../texts/TextsProvider";
import classes from "./ToastStack.module.css";

/**
 * Toasts appear below the navigation bar, because the record button and the mini-player occupy the
 * bottom of the screen.
 */
export function ToastStack() {
  const { close } = useTexts("common");
  const closeButtonProps = { "aria-label": close };
  return (
    <MantineThemeProvider
      inherit
      theme={{
        components: { Notification: { defaultProps: { closeButtonProps } } },
      }}
    >
      <Notifications
        position="top-center"
        limit={2}
        classNames={{ root: classes.stack }}
      />
    </MantineThemeProvider>
  );
}
