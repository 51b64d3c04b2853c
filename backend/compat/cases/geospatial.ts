import { deepEqual, equal } from "node:assert/strict";
import type { CompatCase } from "../harness/compatCase.ts";

const place = (
  key: string,
  latitude: number,
  longitude: number,
  sortKey: number,
  kind = "city",
) => ({ key, coordinates: { latitude, longitude }, kind, sortKey });

/**
 * Sort keys start at 2, because this version of the component puts 1 after 2 on
 * any backend.
 */
const places = [
  place("Delhi", 28.6139, 77.209, 2),
  place("Mumbai", 19.076, 72.8777, 3),
  place("Pune", 18.5204, 73.8567, 4),
  place("Lonavala", 18.7546, 73.4062, 5, "town"),
  place("Kolkata", 22.5726, 88.3639, 6),
  place("Bengaluru", 12.9716, 77.5946, 7),
  place("Chennai", 13.0827, 80.2707, 8),
];
const west = { west: 72, east: 75, south: 18, north: 20 };
const india = { west: 68, east: 97, south: 8, north: 35 };
const mumbai = { latitude: 19.076, longitude: 72.8777 };

export const geospatial: CompatCase = {
  component: "geospatial",
  checks: [
    {
      functions: ["insert", "get"],
      name: "finds inserted points by key",
      run: async (app) => {
        await app.mutation("places:insert", { places });
        deepEqual(await app.query("places:get", { key: "Mumbai" }), mumbai);
        equal(await app.query("places:get", { key: "Atlantis" }), null);
      },
    },
    {
      functions: ["query"],
      name: "returns the points in a bounding box, ordered by sort key",
      run: async (app) => {
        deepEqual(await app.query("places:within", { rectangle: west }), [
          "Mumbai",
          "Pune",
          "Lonavala",
        ]);
        const all = await app.query("places:within", { rectangle: india });
        deepEqual(
          all,
          places.map(({ key }) => key),
        );
      },
    },
    {
      functions: ["query"],
      name: "narrows the box with filters and sort keys",
      run: async (app) => {
        const rectangle = west;
        const within = (filter: Record<string, string | string[] | number>) =>
          app.query("places:within", { rectangle, ...filter });
        deepEqual(await within({ kind: "town" }), ["Lonavala"]);
        deepEqual(await within({ kinds: ["town", "village"] }), ["Lonavala"]);
        deepEqual(await within({ below: 4 }), ["Mumbai"]);
      },
    },
    {
      functions: ["query"],
      name: "returns every point once in pages of two",
      run: async (app) => {
        const args = { rectangle: india, limit: 2 };
        const keys = (await app.query("places:within", args)) as string[];
        deepEqual(
          keys,
          places.map(({ key }) => key),
        );
      },
    },
    {
      functions: ["nearest"],
      name: "returns the nearest points, ordered by distance",
      run: async (app) => {
        const args = { point: mumbai, limit: 3 };
        deepEqual(await app.query("places:nearest", args), [
          { key: "Mumbai", km: 0 },
          { key: "Lonavala", km: 66 },
          { key: "Pune", km: 120 },
        ]);
      },
    },
    {
      functions: ["nearest"],
      name: "narrows the nearest points with a maximum distance and a filter",
      run: async (app) => {
        const args = { point: mumbai, limit: 3 };
        deepEqual(
          await app.query("places:nearest", { ...args, maxDistance: 100_000 }),
          [
            { key: "Mumbai", km: 0 },
            { key: "Lonavala", km: 66 },
          ],
        );
        deepEqual(
          await app.query("places:nearest", { ...args, kind: "town" }),
          [{ key: "Lonavala", km: 66 }],
        );
      },
    },
    {
      functions: ["remove"],
      name: "no longer finds a removed point",
      run: async (app) => {
        equal(await app.mutation("places:remove", { key: "Lonavala" }), true);
        equal(await app.mutation("places:remove", { key: "Lonavala" }), false);
        deepEqual(await app.query("places:within", { rectangle: west }), [
          "Mumbai",
          "Pune",
        ]);
      },
    },
  ],
};
