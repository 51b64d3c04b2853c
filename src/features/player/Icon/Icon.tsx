const shapes = {
  play: <path d="M7 4.5v15l12.5-7.5z" fill="currentColor" stroke="none" />,
  pause: (
    <path
      d="M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z"
      fill="currentColor"
      stroke="none"
    />
  ),
  stop: <path d="M6 6h12v12H6z" fill="currentColor" stroke="none" />,
  loop: (
    <path d="M17 2.5 20.5 6 17 9.5M3.5 11V9a3 3 0 0 1 3-3h14M7 21.5 3.5 18 7 14.5M20.5 13v2a3 3 0 0 1-3 3h-14" />
  ),
  heart: (
    <path d="M12 20.5C6 16 3 12.6 3 8.9A4.7 4.7 0 0 1 12 7a4.7 4.7 0 0 1 9 1.9c0 3.7-3 7.1-9 11.6z" />
  ),
  bin: (
    <path d="M4 6.5h16M9.5 6V3.5h5V6M6 6.5 7 20.5h10l1-14M10 10.5v6M14 10.5v6" />
  ),
  mic: (
    <path d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7" />
  ),
  close: <path d="M5.5 5.5l13 13M18.5 5.5l-13 13" />,
  share: <path d="M12 15V3.5M8 7l4-3.8L16 7M7 10.5H5.5v10h13v-10H17" />,
  save: <path d="M12 3.5v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15" />,
  again: <path d="M4.5 4v5.5H10M5 9a8 8 0 1 1-1 5" />,
  tape: (
    <path d="M2.5 5.5h19v13h-19zM6 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0M14 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 18.5l1.5-2.5h7l1.5 2.5" />
  ),
} as const;

type IconName = keyof typeof shapes;

interface IconProps {
  name: IconName;
  size?: number;
  isFilled?: boolean;
}

/** Drawn beside words or inside a named button, so it says nothing itself. */
export function Icon({ name, size = 22, isFilled = false }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
