import "@mantine/core/styles/Tabs.layer.css";
import { Stack, type StackProps, Tabs } from "@mantine/core";
import { useTexts } from "../../../texts/TextsProvider";
import { HomeFilters } from "../HomeFilters/HomeFilters";
import type { HomeView } from "../homeView";
import classes from "./HomeTabs.module.css";

interface HomeTabsProps {
  view: HomeView;
  onChange: (part: Partial<Omit<HomeView, "page">>) => void;
  /** Props for the element that contains the filters and the panels. */
  list?: StackProps;
  /** The panels. */
  children: React.ReactNode;
}

/** The tabs for beats and verses, and the filters of the list. */
export function HomeTabs(props: HomeTabsProps) {
  const { view, onChange, list, children } = props;
  const t = useTexts("home");
  return (
    <Tabs
      value={view.tab}
      onChange={(tab) =>
        onChange({ tab: tab === "verses" ? "verses" : "beats" })
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
      <Stack {...list} className={classes.list}>
        <HomeFilters view={view} onChange={onChange} />
        {children}
      </Stack>
    </Tabs>
  );
}
