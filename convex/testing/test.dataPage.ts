/**
 * Makes the tables of docs/data.md from the comments in the schema, so that a
 * field is described once. `npm run data` writes the page, and `data.test.ts`
 * fails if it is out of date.
 *
 * The comment before a field has up to three parts: what it is for | who can
 * read it | when it is deleted. The comment before a table describes the table.
 * Its last line begins with a bar, and has the last two parts for all fields
 * that leave them out. A field that is not written in the schema itself, such
 * as one of an object, is a line of the comment that begins with a dash and the
 * name of the field.
 *
 * The sources must be formatted by Prettier. The test compares the fields that
 * are found with those of the running schema.
 */

/** A line of code, with the lines of the comment before it. */
interface Line {
  readonly indent: number;
  readonly code: string;
  readonly comment: readonly string[];
}

/** What a comment says of a field. Parts that it leaves out are empty. */
interface Field {
  readonly name: string;
  readonly parts: readonly string[];
}

const START_OF_TABLES = "# Tables\n";
const HEADINGS = ["field", "purpose", "who can read it", "deleted"];

/**
 * Returns the page with the tables of the sources. Keeps the text above the
 * tables.
 */
export function dataPage(page: string, sources: readonly string[]): string {
  const [text = ""] = page.split(START_OF_TABLES);
  const lines = sources.map(linesOf);
  const sections = lines.flatMap((source) => sectionsOf(source, lines.flat()));
  return [text + START_OF_TABLES, ...sections].join("\n");
}

function sectionsOf(source: Line[], everything: Line[]): string[] {
  return source.flatMap((line, index) => {
    const table = /^(\w+): (defineTable\(\{|authTables\.)/.exec(line.code);
    if (line.indent !== 2 || table === null) return [];
    const [, name = "", start = ""] = table;
    const body = start.endsWith("{") ? blockAfter(source, index) : [];
    const listed = line.comment.filter((text) => text.startsWith("- "));
    const fields = [...listed.map(listedField), ...fieldsIn(body, everything)];
    return [section(name, line.comment, fields)];
  });
}

/** Returns the lines of a block that the line at `index` opens. */
function blockAfter(lines: readonly Line[], index: number): Line[] {
  const opening = lines[index]?.indent ?? 0;
  const rest = lines.slice(index + 1);
  const end = rest.findIndex(({ indent }) => indent <= opening);
  return rest.slice(0, end);
}

/**
 * Lists the fields of a block, including those of nested objects and of objects
 * that are spread into it.
 */
function fieldsIn(block: readonly Line[], everything: Line[]): Field[] {
  const indent = block[0]?.indent;
  return block.flatMap((line, index) => {
    if (line.indent !== indent) return [];
    const [, name = "", value = ""] = /^(\w+): (.*)$/.exec(line.code) ?? [];
    const [, spread] = /^\.\.\.(\w+),$/.exec(line.code) ?? [];
    if (spread !== undefined) return fieldsOfConstant(spread, everything);
    if (name === "") return [];
    const listed = line.comment.filter((text) => text.startsWith("- "));
    if (listed.length > 0) return listed.map(listedField);
    if (value !== "v.object({") return [{ name, parts: partsOf(line.comment) }];
    return fieldsIn(blockAfter(block, index), everything).map((field) => ({
      ...field,
      name: `${name}.${field.name}`,
    }));
  });
}

function fieldsOfConstant(name: string, everything: Line[]): Field[] {
  const opening = `export const ${name} = {`;
  const index = everything.findIndex(({ code }) => code === opening);
  return fieldsIn(blockAfter(everything, index), everything);
}

function listedField(text: string): Field {
  const [, name = "", rest = ""] = /^- `([\w.]+)`: (.*)$/.exec(text) ?? [];
  return { name, parts: partsOf([rest]) };
}

const partsOf = (comment: readonly string[]): string[] =>
  comment
    .join(" ")
    .split("|")
    .map((part) => part.trim());

function section(
  name: string,
  comment: readonly string[],
  fields: readonly Field[],
): string {
  const prose = comment.filter((text) => !/^[-|]/.test(text)).join(" ");
  const shared = comment.find((text) => text.startsWith("|")) ?? "";
  const [, readers = "", deleted = ""] = partsOf([shared]);
  const rows = fields.map((field) => {
    const [purpose = "", reader = "", end = ""] = field.parts;
    return [`\`${field.name}\``, purpose, reader || readers, end || deleted];
  });
  return `## \`${name}\`\n\n${prose}\n\n${aligned([HEADINGS, ...rows])}\n`;
}

/** Returns a Markdown table, aligned as Prettier does it. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const [heading = "", ...others] = rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `| ${cells.join(" | ")} |`;
  });
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [heading, rule, ...others].join("\n");
}

function linesOf(source: string): Line[] {
  const lines: Line[] = [];
  let comment: string[] = [];
  let isInComment = false;
  for (const text of source.split("\n")) {
    const code = text.trim();
    isInComment ||= code.startsWith("/**");
    if (isInComment) {
      comment.push(
        code
          .replace(/^\/?\*+\/?/, "")
          .replace(/\*\/$/, "")
          .trim(),
      );
      isInComment = !code.endsWith("*/");
    } else if (code !== "" && !code.startsWith("//")) {
      lines.push({ indent: text.search(/\S/), code, comment: joined(comment) });
      comment = [];
    }
  }
  return lines;
}

/** Joins the lines of each paragraph and of each list item. */
function joined(comment: readonly string[]): string[] {
  const paragraphs: string[] = [];
  for (const line of comment.filter((text) => text !== "")) {
    const last = paragraphs.length - 1;
    if (last < 0 || /^[-|]/.test(line)) paragraphs.push(line);
    else paragraphs[last] = `${paragraphs[last]} ${line}`;
  }
  return paragraphs;
}
