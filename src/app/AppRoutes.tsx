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
  () => import("../pages/LandingPage"),
);

const PAGES: readonly RouteEntry[] = [
  route(paths.home, "protected", () => import("../pages/HomePage"), true),
  route(paths.beat, "protected", () => import("../pages/BeatPage")),
  route(paths.cypher, "protected", () => import("../pages/CypherPage")),
  route(paths.upload, "protected", () => import("../pages/UploadPage")),
  route(paths.profile, "protected", () => import("../pages/ProfilePage")),
  route(paths.search, "protected", () => import("../pages/SearchPage")),
  route(paths.reports, "protected", () => import("../pages/ReportsPage")),
  route(
    paths.completeProfile,
    "completion",
    () => import("../pages/CompleteProfilePage"),
  ),
  route(paths.login, "guest", () => import("../pages/LoginPage")),
  route(paths.signup, "guest", () => import("../pages/SignUpPage")),
  route(
    paths.activate,
    "everyone", // the page decides itself, because the emailed link works signed in or out
    () => import("../pages/ActivatePage"),
  ),
  route(
    paths.forgotPassword,
    "everyone",
    () => import("../pages/ForgotPasswordPage"),
  ),
  route(
    paths.resetPassword,
    "everyone",
    () => import("../pages/ResetPasswordPage"),
  ),
  route(paths.account, "protected", () => import("../pages/AccountPage")),
  route(
    paths.emailChange,
    "everyone", // the emailed link works in any browser, signed in or out
    () => import("../pages/EmailChangePage"),
  ),
  route(paths.privacy, "everyone", () => import("../pages/PrivacyPage")),
  route(paths.terms, "everyone", () => import("../pages/TermsPage")),
  route(paths.community, "everyone", () => import("../pages/CommunityPage")),
  route(paths.contact, "everyone", () => import("../pages/ContactPage")),
  route(
    paths.leave,
    "everyone", // the page decides itself, because it also shows the date after signing out
    () => import("../pages/LeavePage"),
  ),
  route(paths.moderation, "protected", () => import("../pages/ModerationPage")),
  route(paths.notices, "protected", () => import("../pages/NoticesPage")),
  route(paths.bell, "protected", () => import("../pages/BellPage")),
  route(paths.following, "protected", () => import("../pages/FollowingPage")),
  route(paths.fresh, "protected", () => import("../pages/FreshPage")),
  route(paths.claim, "everyone", () => import("../pages/ClaimPage")),
  route(
    paths.transparency,
    "everyone",
    () => import("../pages/TransparencyPage"),
  ),
];

/**
 * Preloads the code and the first queries of the page at `location`, while the viewer's session is
 * still being checked. Does nothing for an unknown address. Queries start only if this browser
 * holds a session.
 */
export async function preloadPage(
  client: ConvexReactClient,
  { pathname, search }: Location,
): Promise<void> {
  const hasSession = hasStoredSession();
  // Nothing is sent before the session is known, so this query goes out together with those of the
  // page.
  if (hasSession) client.prewarmQuery({ query: api.viewer.get, args: {} });
  const wanted = PAGES.find(({ path }) => matchPath(path, pathname));
  if (wanted === undefined) return;
  const prewarm = await wanted.load();
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
                // The same component as below, so React keeps the head when the rest of the page
                // appears.
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
