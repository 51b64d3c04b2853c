import { Button } from "@mantine/core";
import { Empty } from "../../../components/Empty/Empty";
import { useEffect, useRef, useState } from "react";
import { useLocation, Outlet } from "react-router-dom";
import { ErrorBoundary } from "../../../components/ErrorBoundary/ErrorBoundary";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { MovedContext } from "../../../hooks/movedContext";
import { useViewer } from "../../../hooks/useViewer";
import { FIRST_TRACK, firstTrack } from "../../../lib/firstTrack";
import { useTexts } from "../../../texts/TextsProvider";
import { LeavingSlot } from "../../leaving/LeavingNotices/LeavingSlot";
import { OfflineSlot } from "../../offline/OfflineSlot";
import { OutboxSlot } from "../../outbox/OutboxSlot/OutboxSlot";
import { BottomBar } from "../BottomBar/BottomBar";
import { ConnectionBanner } from "../ConnectionBanner/ConnectionBanner";
import { LegalLinks } from "../LegalLinks/LegalLinks";
import { NavBar } from "../NavBar/NavBar";
import { SuspensionBanner } from "../SuspensionBanner/SuspensionBanner";
import { WaitingNote } from "../WaitingNote/WaitingNote";
import { useInactivityRecheck } from "../useInactivityRecheck";
import classes from "./Shell.module.css";

/** Loaded on demand: most visits play nothing, and pages without sound need no player. */
const MiniPlayer = onDemand(
  async () => (await import("../../player/MiniPlayer/MiniPlayer")).MiniPlayer,
  { isQuiet: true },
);

/**
 * The frame of every page except the landing page: navigation, connection banner, mini-player and,
 * on phones, the bottom bar. A broken page does not break the frame.
 */
export function Shell() {
  const t = useTexts("shell");
  const { pathname, key } = useLocation();
  const [firstKey] = useState(key);
  const viewer = useViewer();
  const isSignedIn = viewer !== null;
  const main = useRef<HTMLElement>(null);
  const [hasTrack, setHasTrack] = useState(() => firstTrack.hasCome);
  useInactivityRecheck();

  useEffect(() => {
    const show = () => setHasTrack(true);
    window.addEventListener(FIRST_TRACK, show, { once: true });
    return () => window.removeEventListener(FIRST_TRACK, show);
  }, []);

  const shownPath = useRef(pathname);
  useEffect(() => {
    // The first page is already at its top. Scrolling it would only cost another layout.
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
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
      {isSignedIn && <LeavingSlot />}
      <SuspensionBanner />
      {viewer && <OutboxSlot userId={viewer.userId} />}
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ErrorBoundary key={pathname} fallback={<BrokenPage />}>
          <MovedContext value={key !== firstKey}>
            <Outlet />
          </MovedContext>
        </ErrorBoundary>
        <WaitingNote />
      </main>
      <LegalLinks />
      {isSignedIn && hasTrack && <MiniPlayer />}
      <BottomBar />
      <OfflineSlot />
    </>
  );
}

/** Shown when a page throws. */
function BrokenPage() {
  const t = useTexts("common");
  return (
    <Empty title={t.somethingBroke}>
      <Button onClick={() => window.location.reload()}>{t.reload}</Button>
    </Empty>
  );
}
