import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { Empty } from "../../../components/Empty/Empty";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";

interface NothingYetProps {
  userId: string;
  title: string;
  /** The path where the owner can create the first item. */
  to: string;
  label: string;
}

/** Empty state of a list on a profile. Only the owner sees the link. */
export function NothingYet({ userId, title, to, label }: NothingYetProps) {
  const t = useTexts("profiles");
  const isOwn = useViewer()?.userId === userId;
  return (
    <Empty title={title} hint={t.nothingYet}>
      {isOwn && (
        <Button component={Link} to={to}>
          {label}
        </Button>
      )}
    </Empty>
  );
}
