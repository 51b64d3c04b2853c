import { Skeleton } from "@mantine/core";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ArtistSearch.module.css";

export function ResultSkeletons() {
  const { loading } = useTexts("common");
  return (
    <div className={classes.results} role="status" aria-label={loading}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={72} radius="sm" />
      ))}
    </div>
  );
}
