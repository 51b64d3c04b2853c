/** `npm run layers`: rewrites the map and the layers in the docs. */
import { dirname } from "node:path";
import { writeGeneratedDocs } from "./generatedDocs.ts";

await writeGeneratedDocs(dirname(import.meta.dirname));
