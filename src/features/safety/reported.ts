import type { SubjectType } from "../../../convex/shared/safety";

/** The subject of a report. */
export interface Reported {
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly ownerId: string;
  readonly ownerName: string;
}
