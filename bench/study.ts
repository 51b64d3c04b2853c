/** Something measured beside a budget: figures for machines, a page for people. */
export interface Study {
  readonly name: string;
  run(options: { full: boolean }): Promise<Finding>;
}

export interface Finding {
  /** Markdown, without the title and the circumstances. */
  readonly lines: readonly string[];
  readonly figures: unknown;
}
