/** The names in a skeleton: those of the page's beat, or of the first beat of its list. */
export interface Names {
  readonly title: string;
  readonly producer: string;
  /** The role of a person whom /home tells what to do first; "" for others. */
  readonly step: string;
}

/** Placeholders for the names in the HTML of a skeleton. */
export const SLOTS: Names = {
  title: "{title}",
  producer: "{producer}",
  step: "{step}",
};

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns the HTML with these names in it. The names are escaped, so they may contain anything. */
export function fillSkeleton(html: string, names: Names): string {
  return html.replace(
    /\{(title|producer|step)\}/g,
    (_slot, name: keyof Names) =>
      names[name].replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter),
  );
}
