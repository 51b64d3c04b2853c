import "@mantine/core/styles/Notification.css";
import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

export function ToastStack() {
  return <Notifications position="bottom-center" limit={2} />;
}
