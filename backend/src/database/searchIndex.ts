/** A text search index in memory: what it indexes and how a search text matches. */
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { fieldAt } from "../values/fieldPath.ts";
import { encodeKey } from "../values/keys.ts";
import { DatabaseError } from "./contract.ts";

const MAX_TERMS = 16;
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

  /** null: the document is not in the index. */
  text(document: ConvexJsonObject): string | null {
    const value = fieldAt(document, this.#path);
    return typeof value === "string" ? value : null;
  }
}

interface EqualityFilter {
  readonly path: readonly string[];
  readonly key: string;
}

/** The filters of `.withSearchIndex(name, q => q.search(...).eq(...))`. */
export class SearchExpression {
  readonly #index: SearchIndexInfo;
  readonly #terms: readonly string[];
  readonly #equalities: readonly EqualityFilter[];

  /** @throws DatabaseError when the filters do not fit the index. */
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
    this.#terms = termsOf(value).slice(0, MAX_TERMS);
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
    return { path: fieldPath.split("."), key: encodeKey(value) };
  }

  /** Any of the terms; the last one may go on, as in a search while typing. null: no terms. */
  get fts(): string | null {
    if (this.#terms.length === 0) return null;
    return `${this.#terms.map((term) => `"${term}"`).join(" OR ")}*`;
  }

  passesFilters(document: ConvexJsonObject): boolean {
    return this.#equalities.every(
      ({ path, key }) => encodeKey(fieldAt(document, path)) === key,
    );
  }

  /** The same question for a document that storage does not have yet. */
  matches(document: ConvexJsonObject): boolean {
    const text = this.#index.text(document);
    if (text === null || !this.passesFilters(document)) return false;
    const last = this.#terms[this.#terms.length - 1];
    return termsOf(text).some(
      (word) =>
        this.#terms.includes(word) ||
        (last !== undefined && word.startsWith(last)),
    );
  }

  /** What tells this search from others on the same index. */
  get identity(): ConvexJson {
    return [
      this.#index.id,
      [...this.#terms],
      this.#equalities.map(({ path, key }) => [path.join("."), key]),
    ];
  }
}

function termsOf(text: string): string[] {
  return text.toLowerCase().match(TERM) ?? [];
}
