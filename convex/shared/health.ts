import { v, type Infer } from "convex/values";

const waitValidator = v.object({
  verses: v.number(), // how many are old enough to count
  medianHours: v.union(v.number(), v.null()), // null if most of them still wait
});

/** Whether people hear and answer each other, for the operator. */
export const circleHealthValidator = v.object({
  firstListen: waitValidator,
  firstAnswer: waitValidator,
  newcomers: v.object({
    artists: v.number(), // whose first week has ended in the period
    answeredShare: v.union(v.number(), v.null()), // from 0 to 1; null if there are no new artists
  }),
  mics: v.object({
    held: v.number(), // at most 500
    late: v.number(), // how many of these turns have been over for more than an hour
  }),
});
export type CircleHealth = Infer<typeof circleHealthValidator>;
