import { Suspense, lazy } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { Loading } from "../components/Loading/Loading";
import { Shell } from "../features/shell/Shell/Shell";
import type { Access } from "./access";
import { Guard } from "./Guard";
import { paths } from "./paths";

const LandingPage = lazy(async () => ({
  default: (await import("../pages/LandingPage")).LandingPage,
}));
const LoginPage = lazy(async () => ({
  default: (await import("../pages/LoginPage")).LoginPage,
}));
const SignUpPage = lazy(async () => ({
  default: (await import("../pages/SignUpPage")).SignUpPage,
}));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import("../pages/ForgotPasswordPage")).ForgotPasswordPage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import("../pages/ResetPasswordPage")).ResetPasswordPage,
}));
const ActivatePage = lazy(async () => ({
  default: (await import("../pages/ActivatePage")).ActivatePage,
}));
const CompleteProfilePage = lazy(async () => ({
  default: (await import("../pages/CompleteProfilePage")).CompleteProfilePage,
}));
const ProfilePage = lazy(async () => ({
  default: (await import("../pages/ProfilePage")).ProfilePage,
}));
const SearchPage = lazy(async () => ({
  default: (await import("../pages/SearchPage")).SearchPage,
}));
const ContactPage = lazy(async () => ({
  default: (await import("../pages/ContactPage")).ContactPage,
}));
const HomePage = lazy(async () => ({
  default: (await import("../pages/HomePage")).HomePage,
}));
const BeatPage = lazy(async () => ({
  default: (await import("../pages/BeatPage")).BeatPage,
}));
const UploadPage = lazy(async () => ({
  default: (await import("../pages/UploadPage")).UploadPage,
}));

interface RouteEntry {
  path: string;
  access: Access;
  Page: React.ComponentType;
}

const pages: readonly RouteEntry[] = [
  { path: paths.home, access: "protected", Page: HomePage },
  { path: paths.beat, access: "protected", Page: BeatPage },
  { path: paths.upload, access: "protected", Page: UploadPage },
  { path: paths.profile, access: "protected", Page: ProfilePage },
  { path: paths.search, access: "protected", Page: SearchPage },
  {
    path: paths.completeProfile,
    access: "completion",
    Page: CompleteProfilePage,
  },
  { path: paths.login, access: "guest", Page: LoginPage },
  { path: paths.signup, access: "guest", Page: SignUpPage },
  { path: paths.activate, access: "activation", Page: ActivatePage },
  { path: paths.forgotPassword, access: "everyone", Page: ForgotPasswordPage },
  { path: paths.resetPassword, access: "everyone", Page: ResetPasswordPage },
  { path: paths.contact, access: "everyone", Page: ContactPage },
];

export function AppRoutes() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route
          path={paths.landing}
          element={
            <Guard access="guest">
              <LandingPage />
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
