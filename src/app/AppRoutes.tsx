import { Suspense, lazy } from "react";
import { Navigate, Route, Routes, matchPath } from "react-router-dom";
import { Loading } from "../components/Loading/Loading";
import { Shell } from "../features/shell/Shell/Shell";
import type { Access } from "./access";
import { Guard } from "./Guard";
import { paths } from "./paths";

interface RouteEntry {
  path: string;
  access: Access;
  load: () => Promise<{ default: React.ComponentType }>;
  Page: React.ComponentType;
}

function route(
  path: string,
  access: Access,
  loadPage: () => Promise<React.ComponentType>,
): RouteEntry {
  const load = async () => ({ default: await loadPage() });
  return { path, access, load, Page: lazy(load) };
}

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
  ),
  route(
    paths.beat,
    "protected",
    async () => (await import("../pages/BeatPage")).BeatPage,
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

/** Fetches the code of a page while it is still being found out who the viewer is. */
export function preloadPage(pathname: string): void {
  const wanted = pages.find(({ path }) => matchPath(path, pathname));
  // A failure comes up again, for people to see, when the page is shown.
  wanted?.load().catch(() => undefined);
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
