const LIT: Record<string, string> = {
  "0-1": "#ffb915",
  "1-3": "#c92f1b",
  "2-0": "#ffb915",
  "3-2": "#f5ead3",
};

export function Pads() {
  const cells = [0, 1, 2, 3];
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <rect x="6" y="6" width="108" height="108" rx="10" fill="#14100c" />
      {cells.map((row) =>
        cells.map((column) => (
          <rect
            key={`${row}-${column}`}
            x={15 + column * 23.5}
            y={15 + row * 23.5}
            width="19"
            height="19"
            rx="3"
            fill={LIT[`${row}-${column}`] ?? "#4a3d2f"}
          />
        )),
      )}
    </svg>
  );
}
