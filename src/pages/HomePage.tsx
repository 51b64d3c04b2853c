import { Stack, Tabs } from "@mantine/core";
import type { PageProps } from "../routing/pageProps";
import { Loading } from "../components/Loading/Loading";
import { BeatFeed } from "../features/home/BeatFeed/BeatFeed";
import { FirstStep } from "../features/home/FirstStep/FirstStep";
import { CypherLine } from "../features/home/CypherLine";
import { HomePoster } from "../features/home/HomePoster/HomePoster";
import { HomeTabs } from "../features/home/HomeTabs/HomeTabs";
import { formatHomeView } from "../features/home/homeView";
import classes from "../features/home/home.module.css";
import { useBeatsAnchor } from "../features/home/useBeatsAnchor";
import { useHomeView } from "../features/home/useHomeView";
import { VerseFeed } from "../features/home/VerseFeed/VerseFeed";

export { prewarmHome as prewarm } from "../features/home/prewarmHome";

/** Until the code of this page has loaded, `HomeSkeleton` is shown, which has the same layout. */
export default function HomePage({ isWaiting = false }: PageProps) {
  return (
    <Stack className={classes.page}>
      <HomePoster />
      <FirstStep />
      <CypherLine />
      {isWaiting ? <Loading isWholePage /> : <HomeFeeds />}
    </Stack>
  );
}

function HomeFeeds() {
  const { view, change, turnTo } = useHomeView();
  const list = useBeatsAnchor();
  // A different list remounts and shows its skeleton; another page of the same list does not.
  const listKey = formatHomeView({ ...view, page: 1 }).toString();
  return (
    <HomeTabs view={view} onChange={change} list={list}>
      <Tabs.Panel value="beats">
        <BeatFeed
          key={listKey}
          view={view}
          onTurn={turnTo}
          onClear={() => change({ genre: null, state: null })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="verses">
        <VerseFeed
          key={listKey}
          view={view}
          onTurn={turnTo}
          onBeats={() => change({ tab: "beats" })}
        />
      </Tabs.Panel>
    </HomeTabs>
  );
}
