import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";
import classes from "./ToastStack.module.css";

/** Under the navigation bar: the foot of the screen has the record key and the mini-player. */
export function ToastStack() {
  return (
    <Notifications
      position="top-center"
      limit={2}
      classNames={{ root: classes.stack }}
    />
  );
}
