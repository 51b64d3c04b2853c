/**
 * A text search index: which text it takes from a document, and how a search
 * matches.
 */
import type { SearchMatch } from "../storage/searchStorage.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { fieldAt } from "../values/fieldPath.ts";
import { encodeKey } from "../values/keys.ts";
import { DatabaseError } from "./contract.ts";

const MAX_TERMS = 16;
/** A search takes its terms from this many characters at the start of its text. */
const MAX_SEARCH_LENGTH = 16_384;
const MAX_STORED_FILTERS = 4;
// Matches the same words as the tokenizer in searchStorage.ts.
const TERM = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;

export class SearchIndexInfo {
  readonly id: number;
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
  readonly #path: readonly string[];

  constructor(
    id: number,
    name: string,
    searchField: string,
    filterFields: readonly string[],
  ) {
    this.id = id;
    this.name = name;
    this.searchField = searchField;
    this.filterFields = filterFields;
    this.#path = searchField.split(".");
  }

  /** Returns the text to index, or null if the document is not in the index. */
  text(document: ConvexJsonObject): string | null {
    const value = fieldAt(document, this.#path);
    return typeof value === "string" ? value : null;
  }
}

interface EqualityFilter {
  readonly path: readonly string[];
  readonly key: string;
  readonly value: ConvexJson | undefined;
}

/**
 * The parsed filters of `.withSearchIndex(name, q => q.search(...).eq(...))`.
 */
export class SearchExpression {
  readonly #index: SearchIndexInfo;
  readonly #terms: readonly string[];
  readonly #equalities: readonly EqualityFilter[];

  /** @throws DatabaseError if the filters do not fit the index */
  constructor(index: SearchIndexInfo, filters: readonly ConvexJsonObject[]) {
    this.#index = index;
    const searches = filters.filter(({ type }) => type === "Search");
    const [search] = searches;
    if (search?.fieldPath !== index.searchField || searches.length !== 1) {
      throw new DatabaseError(
        `A search with index "${index.name}" needs one \`.search("${index.searchField}", ...)\`.`,
      );
    }
    const { value } = search;
    if (typeof value !== "string") {
      throw new DatabaseError("A search text must be a string.");
    }
    this.#terms = termsOf(value);
    this.#equalities = filters
      .filter((filter) => filter !== search)
      .map((filter) => this.#equality(filter));
  }

  #equality({ fieldPath, value }: ConvexJsonObject): EqualityFilter {
    const isKnown =
      typeof fieldPath === "string" &&
      this.#index.filterFields.includes(fieldPath);
    if (!isKnown) {
      throw new DatabaseError(
        `Field ${JSON.stringify(fieldPath)} is not a filter field of search index "${this.#index.name}".`,
      );
    }
    return { path: fieldPath.split("."), key: encodeKey(value), value };
  }

  /**
   * The search as storage needs it. Null if the search has no terms, and so no
   * results.
   */
  get stored(): SearchMatch | null {
    const expression = this.#fts;
    if (expression === null) return null;
    const filters = this.#equalities.flatMap(storedFilter);
    return { expression, filters: filters.slice(0, MAX_STORED_FILTERS) };
  }

  /**
   * FTS5 expression that matches any term. The last term also matches as a
   * prefix, for search while typing. Null if there are no terms.
   */
  get #fts(): string | null {
    if (this.#terms.length === 0) return null;
    return `${this.#terms.map((term) => `"${term}"`).join(" OR ")}*`;
  }

  passesFilters(document: ConvexJsonObject): boolean {
    return this.#equalities.every(
      ({ path, key }) => encodeKey(fieldAt(document, path)) === key,
    );
  }

  /** Applies the search to a document that storage does not have yet. */
  matches(document: ConvexJsonObject): boolean {
    const text = this.#index.text(document);
    if (text === null || !this.passesFilters(document)) return false;
    const last = this.#terms[this.#terms.length - 1];
    return wordsOf(text).some(
      (word) =>
        this.#terms.includes(word) ||
        (last !== undefined && word.startsWith(last)),
    );
  }

  /** Distinguishes this search from others on the same index. */
  get identity(): ConvexJson {
    return [
      this.#index.id,
      [...this.#terms],
      this.#equalities.map(({ path, key }) => [path.join("."), key]),
    ];
  }
}

/**
 * Returns the first terms of a search text. Stops early, because the text may be as
 * long as an argument may be.
 */
function termsOf(text: string): string[] {
  const start = text.slice(0, MAX_SEARCH_LENGTH).toLowerCase();
  const terms: string[] = [];
  for (const [term] of start.matchAll(TERM)) {
    terms.push(term);
    if (terms.length === MAX_TERMS) break;
  }
  return terms;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(TERM) ?? [];
}

/**
 * Translates a filter for storage, which then need not rank and return documents
 * that do not pass. Returns nothing unless the value has only one JSON text and the
 * path needs no quoting; other filters are checked on the documents.
 */
function storedFilter({ path, value }: EqualityFilter) {
  if (!hasOneText(value) || !path.every((name) => /^\w+$/.test(name)))
    return [];
  const quoted = path.map((name) => `."${name}"`).join("");
  return [{ path: `$${quoted}`, json: JSON.stringify(value) }];
}

function hasOneText(value: ConvexJson | undefined): boolean {
  if (typeof value === "string") return /^[ !#-[\]-~]*$/.test(value);
  return typeof value === "boolean" || value === null;
}
