export function Microphone() {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <g transform="rotate(38 60 60)">
        <rect x="42" y="6" width="36" height="46" rx="18" fill="#f5ead3" />
        <path
          d="M44 22h32M43 32h34M50 9v40M60 6v46M70 9v40"
          stroke="#14100c"
          strokeWidth="3"
          fill="none"
        />
        <path d="M40 50h40v9H40z" fill="#ffb915" />
        <path d="M46 59h28l-6 52H52Z" fill="#14100c" />
        <path d="M56 70h8v12h-8z" fill="#ffb915" />
      </g>
      <path
        d="M90 20c10 4 16 12 18 24M98 6c12 5 18 14 20 26"
        stroke="#ffb915"
        strokeWidth="5"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  );
}
