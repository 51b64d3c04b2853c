/** The names in a skeleton: of the page's beat, or of the first one of its list. */
export interface Names {
  readonly title: string;
  readonly producer: string;
}

/** Stands where the names will stand. */
export const SLOTS: Names = { title: "{title}", producer: "{producer}" };

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns the HTML with these names as text. They may contain anything. */
export function fillSkeleton(html: string, names: Names): string {
  return html.replace(/\{(title|producer)\}/g, (_slot, name: keyof Names) =>
    names[name].replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter),
  );
}
