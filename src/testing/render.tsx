import { MantineProvider } from "@mantine/core";
import {
  type RenderResult,
  render as renderBare,
} from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { theme } from "../app/theme";
import { FixedViewer, type ViewerState } from "../hooks/useViewer";
import { en } from "../texts/en/all";
import { hi } from "../texts/hi/all";
import type { Language } from "../texts/language";
import { TextsProvider } from "../texts/TextsProvider";

interface RenderOptions {
  /** The address at which the app starts. */
  at?: string;
  language?: Language;
  viewer?: ViewerState;
}

/** Renders `ui` inside all the providers of the app, except the backend connection. */
export function render(
  ui: ReactNode,
  options: RenderOptions = {},
): RenderResult {
  const {
    at = "/",
    language = "en",
    viewer = { status: "signedOut" },
  } = options;
  history.replaceState(null, "", at);
  return renderBare(
    <TextsProvider
      initialLanguage={language}
      initialTexts={language === "hi" ? hi : en}
    >
      <MantineProvider theme={theme} env="test">
        <FixedViewer state={viewer}>
          <BrowserRouter>{ui}</BrowserRouter>
        </FixedViewer>
      </MantineProvider>
    </TextsProvider>,
  );
}
