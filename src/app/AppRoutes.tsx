import type { ConvexReactClient } from "convex/react";
import { Navigate, Route, Routes, matchPath } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { Shell } from "../features/shell/Shell/Shell";
import { hasStoredSession } from "../lib/storedSession";
import { Guard } from "../components/Guard/Guard";
import { paths } from "../routing/paths";
import { type RouteEntry, route } from "./route";

const landing = route(
  paths.landing,
  "guest",
  async () => (await import("../pages/LandingPage")).LandingPage,
);

const PAGES: readonly RouteEntry[] = [
  route(
    paths.home,
    "protected",
    async () => (await import("../pages/HomePage")).HomePage,
    async () => (await import("../pages/HomePage")).prewarmHome,
    true,
  ),
  route(
    paths.beat,
    "protected",
    async () => (await import("../pages/BeatPage")).BeatPage,
    async () => (await import("../pages/BeatPage")).prewarmBeat,
  ),
  route(
    paths.upload,
    "protected",
    async () => (await import("../pages/UploadPage")).UploadPage,
  ),
  route(
    paths.profile,
    "protected",
    async () => (await import("../pages/ProfilePage")).ProfilePage,
  ),
  route(
    paths.search,
    "protected",
    async () => (await import("../pages/SearchPage")).SearchPage,
  ),
  route(
    paths.reports,
    "protected",
    async () => (await import("../pages/ReportsPage")).ReportsPage,
  ),
  route(
    paths.completeProfile,
    "completion",
    async () =>
      (await import("../pages/CompleteProfilePage")).CompleteProfilePage,
  ),
  route(
    paths.login,
    "guest",
    async () => (await import("../pages/LoginPage")).LoginPage,
  ),
  route(
    paths.signup,
    "guest",
    async () => (await import("../pages/SignUpPage")).SignUpPage,
  ),
  route(
    paths.activate,
    "everyone", // the page decides for itself: the emailed link works signed in or out
    async () => (await import("../pages/ActivatePage")).ActivatePage,
  ),
  route(
    paths.forgotPassword,
    "everyone",
    async () =>
      (await import("../pages/ForgotPasswordPage")).ForgotPasswordPage,
  ),
  route(
    paths.resetPassword,
    "everyone",
    async () => (await import("../pages/ResetPasswordPage")).ResetPasswordPage,
  ),
  route(
    paths.account,
    "protected",
    async () => (await import("../pages/AccountPage")).AccountPage,
  ),
  route(
    paths.emailChange,
    "everyone", // the emailed link works in any browser, signed in or out
    async () => (await import("../pages/EmailChangePage")).EmailChangePage,
  ),
  route(
    paths.privacy,
    "everyone",
    async () => (await import("../pages/PrivacyPage")).PrivacyPage,
  ),
  route(
    paths.terms,
    "everyone",
    async () => (await import("../pages/TermsPage")).TermsPage,
  ),
  route(
    paths.community,
    "everyone",
    async () => (await import("../pages/CommunityPage")).CommunityPage,
  ),
  route(
    paths.contact,
    "everyone",
    async () => (await import("../pages/ContactPage")).ContactPage,
  ),
  route(
    paths.leave,
    "everyone", // the page decides for itself: it also shows the date after signing out
    async () => (await import("../pages/LeavePage")).LeavePage,
  ),
  route(
    paths.moderation,
    "protected",
    async () => (await import("../pages/ModerationPage")).ModerationPage,
  ),
  route(
    paths.notices,
    "protected",
    async () => (await import("../pages/NoticesPage")).NoticesPage,
  ),
  route(
    paths.claim,
    "everyone",
    async () => (await import("../pages/ClaimPage")).ClaimPage,
  ),
  route(
    paths.transparency,
    "everyone",
    async () => (await import("../pages/TransparencyPage")).TransparencyPage,
  ),
];

/**
 * Preloads the code and the first queries of the page at `location`, while the viewer's session is
 * still being checked. Unknown addresses are ignored; queries start only if this browser holds a
 * session.
 */
export async function preloadPage(
  client: ConvexReactClient,
  { pathname, search }: Location,
): Promise<void> {
  const hasSession = hasStoredSession();
  // The connection waits for the session, so this is asked together with what the page shows.
  if (hasSession) client.prewarmQuery({ query: api.viewer.get, args: {} });
  const wanted = PAGES.find(({ path }) => matchPath(path, pathname));
  if (wanted === undefined) return;
  const [prewarm] = await Promise.all([wanted.loadPrewarm?.(), wanted.load()]);
  if (!hasSession) return;
  const params = matchPath(wanted.path, pathname)?.params ?? {};
  prewarm?.(client, { params, search: new URLSearchParams(search) });
}

export function AppRoutes() {
  return (
    <Routes>
      <Route
        path={paths.landing}
        element={
          <Guard access="guest">
            <landing.Page />
          </Guard>
        }
      />
      <Route element={<Shell />}>
        {PAGES.map(({ path, access, Page, hasHead }) => (
          <Route
            key={path}
            path={path}
            element={
              <Guard
                access={access}
                // This is the same component as below, so React keeps the head when the rest appears.
                head={hasHead && hasStoredSession() && <Page isWaiting />}
              >
                <Page />
              </Guard>
            }
          />
        ))}
      </Route>
      <Route path="*" element={<Navigate to={paths.landing} replace />} />
    </Routes>
  );
}
