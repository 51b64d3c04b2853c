/** A measurement that is compared with a budget. */
export interface Study {
  readonly name: string;
  run(options: { full: boolean }): Promise<Finding>;
}

export interface Finding {
  /** Body of the Markdown page, without the title and the machine. */
  readonly lines: readonly string[];
  /** Raw figures, saved as JSON. */
  readonly figures: unknown;
}
