import type { ViewerState } from "../hooks/useViewer";

type Role = "producer" | "rapper" | "producer_rapper" | "listener";

/** The state of a signed-in viewer with a confirmed email and a profile. */
export function signedInAs(role: Role, userId = `${role}-id`): ViewerState {
  return {
    status: "signedIn",
    viewer: {
      userId: userId as never, // ids are branded strings, and tests make their own
      email: `${role}@example.org`,
      emailConfirmedAt: 1,
      hiddenUserIds: [],
      profile: {
        userId: userId as never, // ids are branded strings
        username: `the_${role}`,
        role,
        state: role === "listener" ? "" : "Delhi",
        bio: "",
        instagram: "",
        youtube: "",
        createdAt: 1,
      },
      isModerator: false,
      suspension: null,
      unreadNotices: 0,
      hasBegun: true,
    },
  };
}
