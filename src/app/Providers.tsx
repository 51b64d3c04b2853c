import type { Texts } from "../texts/texts";
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { MantineProvider } from "@mantine/core";
import type { ConvexReactClient } from "convex/react";
import { type ReactNode, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { ViewerProvider } from "../hooks/useViewer";
import { tokenStorage } from "../lib/tokenStorage";
import type { Language } from "../texts/language";
import { TextsProvider } from "../texts/TextsProvider";
import { Toasts } from "../components/Toasts/Toasts";
import { cssVariables, theme } from "./theme";

interface ProvidersProps {
  client: ConvexReactClient;
  language: Language;
  texts: Texts;
  children: ReactNode;
}

export function Providers({
  client,
  language,
  texts,
  children,
}: ProvidersProps) {
  const [storage] = useState(tokenStorage);
  return (
    <TextsProvider initialLanguage={language} initialTexts={texts}>
      <MantineProvider
        theme={theme}
        // The build writes the variables into a style sheet; see tools/site/themeStyle.ts.
        cssVariablesResolver={import.meta.env.DEV ? cssVariables : undefined}
        withCssVariables={import.meta.env.DEV}
        withGlobalClasses={false}
        defaultColorScheme="auto"
      >
        <Toasts />
        {/* The `code` in emailed links confirms an address or resets a password. It never signs anyone in. */}
        <ConvexAuthProvider
          client={client}
          storage={storage}
          shouldHandleCode={false}
        >
          <ViewerProvider>
            <BrowserRouter>{children}</BrowserRouter>
          </ViewerProvider>
        </ConvexAuthProvider>
      </MantineProvider>
    </TextsProvider>
  );
}
