import { v, type Infer } from "convex/values";

export const roleValidator = v.union(
  v.literal("producer"),
  v.literal("rapper"),
  v.literal("producer_rapper"),
  v.literal("listener"),
);

export type Role = Infer<typeof roleValidator>;

export const ROLES = roleValidator.members.map(({ value }) => value);

/**
 * Roles that make music. Find Artists shows these, and they must have a state.
 */
export const ARTIST_ROLES: readonly Role[] = [
  "producer",
  "rapper",
  "producer_rapper",
];

export const ROLE_LABELS: Record<Role, string> = {
  producer: "Producer",
  rapper: "Rapper",
  producer_rapper: "Producer & Rapper",
  listener: "Listener",
};

export const isRole = (value: unknown): value is Role =>
  ROLES.some((role) => role === value);

export const isArtist = (role: Role) => ARTIST_ROLES.includes(role);
export const isProducer = (role: Role) =>
  role === "producer" || role === "producer_rapper";
export const isRapper = (role: Role) =>
  role === "rapper" || role === "producer_rapper";
