import "@mantine/core/styles/Tabs.layer.css";
import { Stack, Tabs } from "@mantine/core";
import type { PageProps } from "../routing/pageProps";
import { Loading } from "../components/Loading/Loading";
import { Cassette } from "../components/art/Cassette";
import { Poster } from "../components/Poster/Poster";
import { BeatFeed } from "../features/home/BeatFeed/BeatFeed";
import { HomeFilters } from "../features/home/HomeFilters/HomeFilters";
import { formatHomeView } from "../features/home/homeView";
import { useBeatsAnchor } from "../features/home/useBeatsAnchor";
import { useHomeView } from "../features/home/useHomeView";
import { VerseFeed } from "../features/home/VerseFeed/VerseFeed";
import { useTexts } from "../texts/TextsProvider";
import classes from "./HomePage.module.css";

export { prewarmHome } from "../features/home/prewarmHome";

export function HomePage({ isWaiting = false }: PageProps) {
  const t = useTexts("home");
  return (
    <Stack gap="lg">
      <Poster
        title={t.title}
        tone="haldi"
        art={<Cassette title="" subtitle="" side="A" />}
      >
        <p>{t.intro}</p>
      </Poster>
      {isWaiting ? <Loading isWholePage /> : <HomeFeeds />}
    </Stack>
  );
}

function HomeFeeds() {
  const t = useTexts("home");
  const { view, change, turnTo } = useHomeView();
  const list = useBeatsAnchor();
  // A different list remounts and shows its skeleton; another page of the same list does not.
  const listKey = formatHomeView({ ...view, page: 1 }).toString();
  return (
    <Tabs
      value={view.tab}
      onChange={(tab) => change({ tab: tab === "verses" ? "verses" : "beats" })}
      keepMounted={false}
    >
      <Tabs.List grow aria-label={t.tabsLabel}>
        <Tabs.Tab value="beats" className={classes.tab}>
          {t.beats}
        </Tabs.Tab>
        <Tabs.Tab value="verses" className={classes.tab}>
          {t.verses}
        </Tabs.Tab>
      </Tabs.List>
      <Stack gap="lg" mt="lg" {...list} className={classes.list}>
        <HomeFilters view={view} onChange={change} />
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
      </Stack>
    </Tabs>
  );
}
