import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BeatSkeleton } from "../../features/beats/BeatSkeleton";
import { HomeSkeleton } from "../../features/home/HomeSkeleton";
import shell from "../../features/shell/Shell/Shell.module.css";
import { paths } from "../../routing/paths";
import type { Language } from "../../texts/language";
import { loadTexts } from "../../texts/loadTexts";
import { TextsProvider } from "../../texts/TextsProvider";
import { theme } from "../theme";
import { SLOTS } from "./fillSkeleton";

const SKELETONS: Readonly<Record<string, ReactNode>> = {
  [paths.home]: <HomeSkeleton {...SLOTS} />,
  [paths.beat]: <BeatSkeleton {...SLOTS} />,
};

/**
 * Renders the pages that show their first words before their code has arrived. Returns the HTML of
 * each by its path; `fillSkeleton` puts the names in.
 */
export async function renderSkeletons(
  language: Language,
): Promise<Record<string, string>> {
  const texts = await loadTexts(language);
  const render = (page: ReactNode) =>
    renderToStaticMarkup(
      <TextsProvider initialLanguage={language} initialTexts={texts}>
        <MantineProvider
          theme={theme}
          withCssVariables={false}
          withGlobalClasses={false}
          withStaticClasses={false}
        >
          <div className={shell.light} />
          <div className={shell.main}>{page}</div>
        </MantineProvider>
      </TextsProvider>,
    );
  return Object.fromEntries(
    Object.entries(SKELETONS).map(([path, page]) => [path, render(page)]),
  );
}
