/** The files of the site. The build lists them, and the first script of a page reads the list. */
export interface PageFiles {
  /** They start the site, in this order. */
  readonly scripts: readonly Script[];
  /** The files of each language that the landing page loads after its first frame. */
  readonly landing: Readonly<Record<string, readonly string[]>>;
  readonly app: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Pairs of a regular expression for the path and the page's files; the first match counts. */
  readonly pages: readonly (readonly [string, readonly string[]])[];
  /** Pairs of a regular expression for the path and the page's skeleton in each language. */
  readonly skeletons: readonly (readonly [
    string,
    Readonly<Record<string, Skeleton>>,
  ])[];
}

export interface Script {
  readonly src: string;
  readonly type: string;
}

/** A page without its code. */
export interface Skeleton {
  /** Address of its HTML. */
  readonly html: string;
  /** Addresses of the styles that it needs besides the app's. */
  readonly styles: readonly string[];
}
