/** A horn loudspeaker on a pole, as found on street corners. */
export function Horn() {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <path d="M50 64h10v52H50z" fill="#14100c" />
      <path d="M22 44h20l46-30v74L42 58H22Z" fill="#c92f1b" />
      <ellipse cx="88" cy="51" rx="11" ry="38" fill="#14100c" />
      <ellipse cx="88" cy="51" rx="5" ry="20" fill="#f5ead3" />
      <rect x="10" y="41" width="16" height="20" rx="4" fill="#14100c" />
      <path
        d="M106 34c5 10 5 24 0 34M114 24c8 16 8 38 0 54"
        stroke="#14100c"
        strokeWidth="5"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  );
}
