import { getFunctionName } from "convex/server";
import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { firstQueries } from "./firstQueries";

const VIEWER = getFunctionName(api.viewer.get);

test.each([
  ["/home", "", [VIEWER, getFunctionName(api.beats.list)]],
  ["/home", "?sort=popular", [VIEWER]],
  [
    "/beats/m57",
    "",
    [
      VIEWER,
      getFunctionName(api.beats.get),
      getFunctionName(api.verses.listByBeat),
      getFunctionName(api.beats.proof),
    ],
  ],
  ["/beats/m57/more", "", [VIEWER]],
  ["/search", "?q=a", [VIEWER]],
])("asks at %s%s for what the page shows first", (path, search, names) => {
  expect(firstQueries(path, search).map((query) => query.path)).toEqual(names);
});
