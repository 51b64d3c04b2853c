import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import { convexAuth } from "@convex-dev/auth/server";
import { signInOrUp } from "./model/credentials";
import { createUser } from "./model/newUsers";
import { passwordCrypto } from "./model/passwords";

export const { auth, signIn, signOut, store, isAuthenticated } = convexAuth({
  providers: [
    ConvexCredentials({
      id: "password",
      authorize: signInOrUp,
      crypto: passwordCrypto,
    }),
  ],
  // Guessing is limited by model/rateLimits.ts, which also knows the address of origin.
  signIn: { maxFailedAttempsPerHour: 1000 },
  callbacks: { createOrUpdateUser: createUser },
});
