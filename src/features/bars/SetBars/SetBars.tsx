import { Button } from "@mantine/core";
import { useState } from "react";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { Loading } from "../../../components/Loading/Loading";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useCan } from "../../../hooks/useCan";
import { useTexts } from "../../../texts/TextsProvider";

const SetBarsForm = onDemand(
  async () => (await import("./SetBarsForm")).SetBarsForm,
  { fallback: <Loading /> },
);

/** Lets the producer set the bars of a beat. Shows nothing to everyone else. */
export function SetBars({ beat }: { beat: BeatSummary }) {
  const t = useTexts("beats");
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  if (!can("beat:setBars", { ownerId: beat.producer.userId })) return null;
  if (beat.fileUrl === null) return null;
  if (!isOpen) {
    return (
      <div>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t.setBars}
        </Button>
      </div>
    );
  }
  return (
    <SetBarsForm
      beat={beat}
      fileUrl={beat.fileUrl}
      onClose={() => setIsOpen(false)}
    />
  );
}
