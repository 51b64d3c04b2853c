import { Stack } from "@mantine/core";
import { ContentCardSkeletons } from "../../components/ContentCardSkeletons/ContentCardSkeletons";
import classes from "./home.module.css";
import { StillFirstStep } from "./FirstStep/StillFirstStep";
import { FreshLine } from "./FreshLine";
import { HomePoster } from "./HomePoster/HomePoster";
import { HomeTabs } from "./HomeTabs/HomeTabs";
import { parseHomeView } from "./homeView";

interface HomeSkeletonProps {
  /** The title of the first beat of the list. */
  title: string;
  producer: string;
  /** The role of a person who is told what to do first; "" for others. */
  step: string;
}

/**
 * Looks like `HomePage` before its list has arrived. The build draws it, without the app around it.
 */
export function HomeSkeleton({ title, producer, step }: HomeSkeletonProps) {
  return (
    <Stack className={classes.page}>
      <HomePoster />
      <StillFirstStep role={step} />
      <FreshLine isStill />
      <HomeTabs
        view={parseHomeView(new URLSearchParams())}
        onChange={() => undefined}
      >
        <ContentCardSkeletons
          isCompact
          count={1}
          names={{ title, by: producer }}
        />
      </HomeTabs>
    </Stack>
  );
}
