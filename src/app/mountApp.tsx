import "./mantineStyles";
import { ConvexReactClient } from "convex/react";
import type { Root } from "react-dom/client";
import { currentLanguage } from "../texts/language";
import { loadTexts } from "../texts/loadTexts";
import { AppRoutes } from "./AppRoutes";
import { convexUrl } from "./env";
import { Providers } from "./Providers";

/** Everything behind the landing page: one connection, one router, for as long as the tab lives. */
export async function mountApp(root: Root): Promise<void> {
  const language = currentLanguage();
  const texts = await loadTexts(language);
  const client = new ConvexReactClient(convexUrl());
  root.render(
    <Providers client={client} language={language} texts={texts}>
      <AppRoutes />
    </Providers>,
  );
}
