import type { ViewerState } from "../hooks/useViewer";

type Role = "producer" | "rapper" | "producer_rapper" | "listener";

/** A signed-in, confirmed person with a profile. */
export function signedInAs(role: Role, userId = `${role}-id`): ViewerState {
  return {
    status: "signedIn",
    viewer: {
      userId: userId as never, // an id is a string with a brand; no backend made this one
      email: `${role}@example.org`,
      emailConfirmedAt: 1,
      profile: {
        userId: userId as never, // as above
        username: `the_${role}`,
        role,
        state: role === "listener" ? "" : "Delhi",
        bio: "",
        instagram: "",
        youtube: "",
        createdAt: 1,
      },
    },
  };
}
