import { Suspense, lazy, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { ErrorBoundary } from "../../../components/ErrorBoundary/ErrorBoundary";
import { Loading } from "../../../components/Loading/Loading";
import { MovedContext } from "../../../components/PageTitle/usePageHeading";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { ConnectionBanner } from "../ConnectionBanner/ConnectionBanner";
import { NavBar } from "../NavBar/NavBar";
import { useInactivityRecheck } from "../useInactivityRecheck";
import { BrokenPage } from "../BrokenPage/BrokenPage";
import classes from "./Shell.module.css";

const MiniPlayer = lazy(async () => ({
  default: (await import("../../player/MiniPlayer/MiniPlayer")).MiniPlayer,
}));

/** The frame of every page behind the landing page. */
export function Shell() {
  const t = useTexts("shell");
  const { pathname, key } = useLocation();
  const [firstKey] = useState(key);
  const isSignedIn = useViewer() !== null;
  const main = useRef<HTMLElement>(null);
  useInactivityRecheck();

  useEffect(() => {
    window.scrollTo(0, 0); // may answer with a promise, which an effect must not
  }, [pathname]);

  return (
    <>
      <a
        className={classes.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t.skipToContent}
      </a>
      <div className={classes.light} aria-hidden="true" />
      <NavBar />
      <ConnectionBanner />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ErrorBoundary key={pathname} fallback={<BrokenPage />}>
          <Suspense fallback={<Loading />}>
            <MovedContext value={key !== firstKey}>
              <Outlet />
            </MovedContext>
          </Suspense>
        </ErrorBoundary>
      </main>
      {isSignedIn && (
        <Suspense fallback={null}>
          <MiniPlayer />
        </Suspense>
      )}
    </>
  );
}
