const SHAPES = {
  play: <path d="M7 4.5v15l12.5-7.5z" fill="currentColor" stroke="none" />,
  pause: (
    <path
      d="M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z"
      fill="currentColor"
      stroke="none"
    />
  ),
  previous: <path d="M6 5v14M19 5v14L8.5 12z" fill="currentColor" />,
  next: <path d="M18 5v14M5 5v14l10.5-7z" fill="currentColor" />,
  stop: <path d="M6 6h12v12H6z" fill="currentColor" stroke="none" />,
  loop: (
    <path d="M17 2.5 20.5 6 17 9.5M3.5 11V9a3 3 0 0 1 3-3h14M7 21.5 3.5 18 7 14.5M20.5 13v2a3 3 0 0 1-3 3h-14" />
  ),
  heart: (
    <path d="M12 20.5C6 16 3 12.6 3 8.9A4.7 4.7 0 0 1 12 7a4.7 4.7 0 0 1 9 1.9c0 3.7-3 7.1-9 11.6z" />
  ),
  star: (
    <path d="M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6-4.4-4.2 6-.8z" />
  ),
  bin: (
    <path d="M4 6.5h16M9.5 6V3.5h5V6M6 6.5 7 20.5h10l1-14M10 10.5v6M14 10.5v6" />
  ),
  mic: (
    <path d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7" />
  ),
  home: <path d="M3.5 11 12 3.5l8.5 7.5M5.5 9.5v11h13v-11M10 20.5v-6h4v6" />,
  find: (
    <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5l5 5" />
  ),
  upload: <path d="M12 15.5v-12M7.5 8 12 3.5 16.5 8M4.5 19.5h15" />,
  person: (
    <path d="M12 3.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />
  ),
  bell: <path d="M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21.5h4M12 5V3" />,
  close: <path d="M5.5 5.5l13 13M18.5 5.5l-13 13" />,
  share: <path d="M12 15V3.5M8 7l4-3.8L16 7M7 10.5H5.5v10h13v-10H17" />,
  save: <path d="M12 3.5v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15" />,
  again: <path d="M4.5 4v5.5H10M5 9a8 8 0 1 1-1 5" />,
  more: (
    <path
      d="M3.5 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0M10 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0M16.5 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
      fill="currentColor"
      stroke="none"
    />
  ),
  flag: <path d="M6 21V3.5M6 4.5c4-2 8 2 12.5 0v9c-4.5 2-8.5-2-12.5 0" />,
  pen: <path d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5" />,
  equal: <path d="M5 20V9M12 20V9M19 20V9M3 5h18" />,
  unequal: <path d="M5 20v-5M12 20V4M19 20v-9" />,
  tape: (
    <path d="M2.5 5.5h19v13h-19zM6 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0M14 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 18.5l1.5-2.5h7l1.5 2.5" />
  ),
} as const;

export type IconName = keyof typeof SHAPES;

interface IconProps {
  name: IconName;
  size?: number;
  isFilled?: boolean;
}

/**
 * A decorative icon, hidden from screen readers. Put it next to text or inside a labelled button.
 */
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
      {SHAPES[name]}
    </svg>
  );
}
