import { Skeleton, Text } from "@mantine/core";
import { Cassette } from "../../components/art/Cassette";
import { DeckSkeleton } from "../../components/ContentCardSkeletons/DeckSkeleton";
import { BeatCover } from "./BeatCover/BeatCover";

interface BeatSkeletonProps {
  title: string;
  producer: string;
}

/** Looks like the head of `BeatPage`. The build draws it, without the app around it. */
export function BeatSkeleton({ title, producer }: BeatSkeletonProps) {
  return (
    <BeatCover title={title} art={<Cassette title="" subtitle="" />}>
      <Text component="span" fw={600} c="var(--mantine-color-anchor)">
        {producer}
      </Text>
      <Skeleton height={26} width={160} />
      <DeckSkeleton />
    </BeatCover>
  );
}
