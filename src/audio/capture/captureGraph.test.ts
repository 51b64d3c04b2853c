import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CaptureGraph } from "./captureGraph";

/** Stands for every node of the graph, and counts what a node is asked to do. */
class FakeNode {
  readonly gain = {};
  readonly start = vi.fn();
  readonly stop = vi.fn();
  readonly disconnect = vi.fn();
  readonly context: unknown;

  constructor(context: unknown) {
    this.context = context;
  }

  connect(next: FakeNode): FakeNode {
    return next;
  }
}

const sources: FakeNode[] = [];

class FakeSource extends FakeNode {
  constructor(context: unknown) {
    super(context);
    sources.push(this);
  }
}

beforeEach(() => {
  sources.length = 0;
  for (const name of [
    ...["GainNode", "AnalyserNode", "DelayNode", "DynamicsCompressorNode"],
  ])
    vi.stubGlobal(name, FakeNode);
  vi.stubGlobal("AudioBufferSourceNode", FakeSource);
});
afterEach(() => vi.unstubAllGlobals());

function makeGraph(): { graph: CaptureGraph; beat: FakeNode } {
  const destination = new FakeNode(null);
  const context = {
    ...{ currentTime: 1, sampleRate: 48_000, destination },
    createMediaStreamDestination: () => new FakeNode(null),
  };
  // The graph uses only these members of its context and nodes.
  const graph = new CaptureGraph(context as unknown as AudioContext, {
    voice: new FakeNode(context) as unknown as AudioNode,
    beat: {
      buffer: { duration: 4 } as AudioBuffer,
      loop: { startSeconds: 0, lengthSeconds: 4 },
    },
    levels: { voice: 1, beat: 1 },
    monitorLevel: 1,
    delays: { beatDelaySeconds: 0, voiceDelaySeconds: 0 },
    hasLeadIn: false,
  });
  const [beat] = sources;
  if (!beat) throw new Error("the graph has no beat");
  return { graph, beat };
}

test("the beat, which loops for ever, is stopped with its take", () => {
  const { graph, beat } = makeGraph();
  graph.startBeat(0);
  expect(beat.stop).not.toHaveBeenCalled();
  graph.dispose();
  expect(beat.stop).toHaveBeenCalledTimes(1);
  expect(beat.disconnect).toHaveBeenCalled();
});

test("a beat that never started is not stopped, which browsers refuse", () => {
  const { graph, beat } = makeGraph();
  graph.dispose();
  expect(beat.stop).not.toHaveBeenCalled();
});
