import type { ConvexReactClient } from "convex/react";
import { Suspense } from "react";
import { Navigate, Route, Routes, matchPath } from "react-router-dom";
import { Loading } from "../components/Loading/Loading";
import { Shell } from "../features/shell/Shell/Shell";
import { hasStoredSession } from "../lib/storedSession";
import { Guard } from "./Guard";
import { paths } from "./paths";
import { type RouteEntry, route } from "./route";

const landing = route(
  paths.landing,
  "guest",
  async () => (await import("../pages/LandingPage")).LandingPage,
);

const pages: readonly RouteEntry[] = [
  route(
    paths.home,
    "protected",
    async () => (await import("../pages/HomePage")).HomePage,
    async () => (await import("../pages/HomePage")).prewarmHome,
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
    "activation",
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
    paths.contact,
    "everyone",
    async () => (await import("../pages/ContactPage")).ContactPage,
  ),
];

/** Fetches the code of a page, and what it will ask for, while it is still being found out who the viewer is. */
export async function preloadPage(
  client: ConvexReactClient,
  { pathname, search }: Location,
): Promise<void> {
  const wanted = pages.find(({ path }) => matchPath(path, pathname));
  if (wanted === undefined) return;
  const [prewarm] = await Promise.all([wanted.loadPrewarm?.(), wanted.load()]);
  if (!hasStoredSession()) return;
  const params = matchPath(wanted.path, pathname)?.params ?? {};
  prewarm?.(client, { params, search: new URLSearchParams(search) });
}

export function AppRoutes() {
  return (
    <Suspense fallback={<Loading />}>
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
          {pages.map(({ path, access, Page }) => (
            <Route
              key={path}
              path={path}
              element={
                <Guard access={access}>
                  <Page />
                </Guard>
              }
            />
          ))}
        </Route>
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Routes>
    </Suspense>
  );
}
