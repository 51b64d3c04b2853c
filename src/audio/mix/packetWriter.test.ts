import type { AudioSample } from "mediabunny";
import { expect, test } from "vitest";
import { PacketWriter } from "./packetWriter";

test("cuts blocks of any length into packets of equal length", async () => {
  const packets: { seconds: number; left: number[]; right: number[] }[] = [];
  const sound = {
    add: async (sample: AudioSample) => {
      const planes = [0, 1].map((planeIndex) => {
        const plane = new Float32Array(4);
        sample.copyTo(plane, { planeIndex, format: "f32-planar" });
        return [...plane];
      });
      const [left = [], right = []] = planes;
      packets.push({ seconds: sample.timestamp, left, right });
    },
  };
  const options = { frames: 4, channels: 2, sampleRate: 8 };
  const writer = new PacketWriter(sound, options);
  const part = (from: number, length: number) => [
    Float32Array.from({ length }, (_, index) => from + index),
    Float32Array.from({ length }, (_, index) => -from - index),
  ];
  await writer.write(part(1, 3));
  await writer.write(part(4, 0));
  await writer.write(part(4, 6));
  await writer.end();
  await writer.end();
  expect(packets).toEqual([
    { seconds: 0, left: [1, 2, 3, 4], right: [-1, -2, -3, -4] },
    { seconds: 0.5, left: [5, 6, 7, 8], right: [-5, -6, -7, -8] },
    { seconds: 1, left: [9, 0, 0, 0], right: [-9, 0, 0, 0] },
  ]);
});
