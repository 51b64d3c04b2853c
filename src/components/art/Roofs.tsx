/** The skyline of a gully (a narrow lane): roofs, water tanks, aerials and wires. */
export function Roofs({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1200 130"
      preserveAspectRatio="xMidYMax slice"
      className={className}
      aria-hidden="true"
    >
      <path
        d="M0 40c150 40 260 30 360 2s180 30 300 18 200-46 320-16 160 18 220 2M0 62c120 20 240 26 372-6 90 40 190 34 310 14 120-10 240-40 518-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      <path
        fill="currentColor"
        d="M0 130V78h62V60h8v18h26V52h58v14h10V34h4v-8h-12v-4h12v-8h4v8h14v4h-14v8h4v32h22v20h44V58h10c0-16 34-16 34 0h10v14h26V48h74v22h16V44h34v-6h44v6h12v30h38V56h6V40l-16-12 4-4 16 12V24h4v16l14 16v4h30v22h52V62h24V42h8v20h36v24h28V66h60c0-20 42-20 42 0h10v18h30V50h66v16h18V42h4V22h-14v-4h14v-8h4v8h16v4h-16v20h4v30h40v16h34V56h82v20h30V60h48v24h28v46Z"
      />
    </svg>
  );
}
