import { Stack, Tabs } from "@mantine/core";
import { Cassette } from "../components/art/Cassette";
import { Poster } from "../components/Poster/Poster";
import { BeatFeed } from "../features/home/BeatFeed/BeatFeed";
import { HomeFilters } from "../features/home/HomeFilters/HomeFilters";
import { formatHomeView } from "../features/home/homeView";
import { useHomeView } from "../features/home/useHomeView";
import { VerseFeed } from "../features/home/VerseFeed/VerseFeed";
import { useTexts } from "../texts/TextsProvider";
import classes from "./HomePage.module.css";

export { prewarmHome } from "../features/home/prewarmHome";

export function HomePage() {
  const t = useTexts("home");
  const { view, change, turnTo } = useHomeView();
  // Another list begins with its skeleton; another page of the same one does not.
  const listKey = formatHomeView({ ...view, page: 1 }).toString();
  return (
    <Stack gap="lg">
      <Poster
        title={t.title}
        tone="haldi"
        art={<Cassette title="" subtitle="" side="A" />}
      >
        <p>{t.intro}</p>
      </Poster>
      <Tabs
        value={view.tab}
        onChange={(tab) =>
          change({ tab: tab === "verses" ? "verses" : "beats" })
        }
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
        <Stack gap="lg" mt="lg">
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
    </Stack>
  );
}
