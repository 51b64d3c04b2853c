/**
 * Names of the language and the platform that are missing in the oldest browsers that the site
 * supports (`src/lib/browserVersions.ts`). Polyfills are not loaded, so using one of these names
 * throws there. Code that first checks whether a name exists says so beside a comment for the
 * linter. Take a name off the list when the promised versions have it: https://caniuse.com. A test
 * compares the list with what MDN knows of the language; the parts about pages and files are kept
 * by hand.
 */
const MESSAGE = "Not in every browser that the site supports.";

/** Methods of values whose type the linter does not know. */
const METHODS = [
  // Arrays: Chrome 110, Safari 16
  ...["toSorted", "toReversed", "toSpliced", "with"],
  // Buffers and numbers in them: Chrome 111 and later, Safari 16.4 and later
  ...["resize", "grow", "getFloat16", "setFloat16"],
  // Texts: Chrome 111, Firefox 119, Safari 16.4
  ...["isWellFormed", "toWellFormed"],
  // Sets: Chrome 122, Firefox 127, Safari 17
  ...["intersection", "difference", "symmetricDifference"],
  ...["isSubsetOf", "isSupersetOf", "isDisjointFrom"],
  // Bytes: Chrome 114 and later, Safari 16.4 and later
  ...["transfer", "transferToFixedLength", "toBase64", "setFromBase64"],
  ...["toHex", "setFromHex"],
  // Maps: Chrome 145
  ...["getOrInsert", "getOrInsertComputed"],
  // The page: Safari 17 and later
  ...["checkVisibility", "startViewTransition", "requestIdleCallback"],
  ...["showPopover", "hidePopover", "togglePopover", "moveBefore"],
  ...["setHTMLUnsafe", "setHTML", "adoptedStyleSheets", "userActivation"],
  // Files: not in Firefox and Safari
  ...["showSaveFilePicker", "showOpenFilePicker", "showDirectoryPicker"],
];

const STATIC_METHODS: Readonly<Record<string, readonly string[]>> = {
  AbortSignal: ["any", "timeout"],
  Array: ["fromAsync"],
  Atomics: ["waitAsync", "pause"],
  Error: ["captureStackTrace", "isError"],
  Intl: ["DurationFormat", "Segmenter"],
  JSON: ["isRawJSON", "rawJSON"],
  Map: ["groupBy"],
  Math: ["f16round", "sumPrecise"],
  Object: ["groupBy"],
  Promise: ["try", "withResolvers"],
  RegExp: ["escape"],
  Response: ["json"],
  URL: ["canParse", "parse"],
  Symbol: ["asyncDispose", "dispose"],
  Uint8Array: ["fromBase64", "fromHex"],
};

export const NEWER_GLOBALS = [
  ...["CompressionStream", "DecompressionStream", "CSSStyleSheet"],
  ...["AsyncDisposableStack", "DisposableStack", "SuppressedError"],
  ...["Float16Array", "Iterator", "OffscreenCanvas", "URLPattern"],
  ...["cancelIdleCallback", "navigation", "requestIdleCallback", "scheduler"],
].map((name) => ({ name, message: MESSAGE }));

export const NEWER_PROPERTIES = [
  ...METHODS.map((property) => ({ property, message: MESSAGE })),
  // Validators of Convex have a method of the same name.
  { property: "union", allowObjects: ["v"], message: MESSAGE },
  ...Object.entries(STATIC_METHODS).flatMap(([object, properties]) =>
    properties.map((property) => ({ object, property, message: MESSAGE })),
  ),
];
