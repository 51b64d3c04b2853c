/** The files of the site. The build lists them, and the first script of a page reads the list. */
export interface PageFiles {
  /** The scripts that start the site, in this order. */
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

/** The prerendered look of a page, shown before its code has loaded. */
export interface Skeleton {
  /** Address of the skeleton's HTML. */
  readonly html: string;
  /** Addresses of the styles that the skeleton needs besides the app's. */
  readonly styles: readonly string[];
}
